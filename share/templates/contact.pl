[template]
description=Wiadomość taka, jaką wysyła formularz kontaktowy
reply-to={email}
subject=Wiadomość od: {name}, temat: {topic}
subject=Wiadomość od: {name}
body={message}
body=
body=Imię i nazwisko: {name}
body=E-mail: {email}
body=Telefon: {phone}

[parameter name]
label=Imię i nazwisko
max-length=200

[parameter email]
type=email
label=E-mail

[parameter message]
type=text
label=Wiadomość

[parameter phone]
label=Telefon
required=no
max-length=50

[parameter topic]
label=Temat
required=no
max-length=200
