[template]
description=Prośba o wycenę
reply-to={email}
subject=Wycena: {service}, {name}
body=Prośba o wycenę.
body=
body=Usługa: {service}
body=Budżet: {budget}
body=Termin: {deadline}
body=
body={details}
body=
body=Imię i nazwisko: {name}
body=Firma: {company}
body=E-mail: {email}
body=Telefon: {phone}

[parameter name]
label=Imię i nazwisko
max-length=200

[parameter email]
type=email
label=E-mail

[parameter service]
type=enum
label=Usługa
value=Strona internetowa
value=Sklep internetowy
value=Aplikacja
value=Projekt graficzny
value=Doradztwo
value=Inne

[parameter details]
type=text
label=Szczegóły

[parameter budget]
type=enum
label=Budżet
required=no
value=do 1000 EUR
value=od 1000 do 5000 EUR
value=od 5000 do 20 000 EUR
value=ponad 20 000 EUR
value=jeszcze nie wiadomo

[parameter deadline]
type=date
label=Termin
required=no
min=today

[parameter phone]
label=Telefon
required=no
max-length=50

[parameter company]
label=Firma
required=no
max-length=200
