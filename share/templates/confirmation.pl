[template]
description=To, co dostaje osoba, której prośba została wysłana
subject=Twoja prośba została wysłana: {topic}
subject=Twoja prośba została wysłana: {service}
subject=Twoja prośba została wysłana
body=Dzień dobry, {name}!
body=
body=Twoja prośba została wysłana. Odpowiedź przyjdzie na ten adres.
body=
body=Usługa: {service}
body=Budżet: {budget}
body=Termin: {deadline}
body=
body=Tę wiadomość napisał program.

[parameter name]
label=Imię i nazwisko
max-length=200

[parameter topic]
label=Temat
required=no
max-length=200

[parameter service]
label=Usługa
required=no
max-length=200

[parameter budget]
label=Budżet
required=no
max-length=200

[parameter deadline]
type=date
label=Termin
required=no
