# Completion of remindctl for fish. remindctl itself knows what can stand where: nothing of a line or
# of a reminder is ever run here.

function __remindctl_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l part (commandline -ct | string collect --allow-empty)
    # Without its quotes, of which one may still be open.
    set part (begin
        string unescape -- $part; or string unescape -- "$part\""; or string unescape -- "$part'"
    end | string collect --allow-empty)
    for line in (command remindctl __complete words -- $words "$part" 2>/dev/null)
        if test "$line" = /
            set -l option (string match -r -- '^--[^=]*=' $part)
            printf '%s\n' "$option"(__fish_complete_path (string replace -- "$option" '' $part))
        else
            printf '%s\n' $line
        end
    end
end

complete -c remindctl -f -k -a '(__remindctl_complete)'
