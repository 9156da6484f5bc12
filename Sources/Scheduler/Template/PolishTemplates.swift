extension BuiltInTemplate {
  /// In Polish.
  static let polish = BuiltInTemplate(
    contact: """
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

      """,
    quote: """
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

      """,
    confirmation: """
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

      """)
}
