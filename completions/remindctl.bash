# Completion of remindctl for bash. remindctl itself knows what can stand where: nothing of a line or
# of a reminder is ever run here.

_remindctl() {
  local word meaning
  local -a words=() meanings=()
  COMPREPLY=()
  while IFS=$'\t' read -r word meaning; do
    if [[ $word == / ]]; then
      compopt -o default
    else
      words+=("$word")
      meanings+=("$meaning")
    fi
  done < <(command remindctl __complete bash -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  COMPREPLY=("${words[@]}")
  # Something is still to follow.
  [[ ${#words[@]} -eq 1 && ${words[0]} == *= ]] && compopt -o nospace
  # Meanings where a list is printed, and the words differ before them: none can be inserted.
  if [[ ${#words[@]} -gt 1 && $COMP_TYPE =~ ^(33|63|64)$ ]]; then
    local index width=0
    for word in "${words[@]}"; do ((${#word} > width)) && width=${#word}; done
    for index in "${!words[@]}"; do
      [[ -z ${meanings[index]} ]] ||
        printf -v "COMPREPLY[index]" '%-*s  %s' "$width" "${words[index]}" "${meanings[index]}"
    done
  fi
}

complete -o nosort -F _remindctl remindctl
