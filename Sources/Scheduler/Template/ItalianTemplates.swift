extension BuiltInTemplate {
  /// In Italian.
  static let italian = BuiltInTemplate(
    contact: """
      [template]
      description=Un messaggio, come lo invia un modulo di contatto
      reply-to={email}
      subject=Messaggio da {name}: {topic}
      subject=Messaggio da {name}
      body={message}
      body=
      body=Nome: {name}
      body=E-mail: {email}
      body=Telefono: {phone}

      [parameter name]
      label=Nome
      max-length=200

      [parameter email]
      type=email
      label=E-mail

      [parameter message]
      type=text
      label=Messaggio

      [parameter phone]
      label=Telefono
      required=no
      max-length=50

      [parameter topic]
      label=Argomento
      required=no
      max-length=200

      """,
    quote: """
      [template]
      description=Una richiesta di preventivo
      reply-to={email}
      subject=Preventivo: {service}, {name}
      body=Si richiede un preventivo.
      body=
      body=Servizio: {service}
      body=Budget: {budget}
      body=Scadenza: {deadline}
      body=
      body={details}
      body=
      body=Nome: {name}
      body=Azienda: {company}
      body=E-mail: {email}
      body=Telefono: {phone}

      [parameter name]
      label=Nome
      max-length=200

      [parameter email]
      type=email
      label=E-mail

      [parameter service]
      type=enum
      label=Servizio
      value=Sito web
      value=Negozio online
      value=App
      value=Grafica
      value=Consulenza
      value=Altro

      [parameter details]
      type=text
      label=Dettagli

      [parameter budget]
      type=enum
      label=Budget
      required=no
      value=meno di 1.000 EUR
      value=da 1.000 a 5.000 EUR
      value=da 5.000 a 20.000 EUR
      value=oltre 20.000 EUR
      value=ancora da decidere

      [parameter deadline]
      type=date
      label=Scadenza
      required=no
      min=today

      [parameter phone]
      label=Telefono
      required=no
      max-length=50

      [parameter company]
      label=Azienda
      required=no
      max-length=200

      """,
    confirmation: """
      [template]
      description=Quello che riceve chi ha inviato una richiesta
      subject=La tua richiesta è stata inviata: {topic}
      subject=La tua richiesta è stata inviata: {service}
      subject=La tua richiesta è stata inviata
      body=Ciao {name},
      body=
      body=la tua richiesta è stata inviata. La risposta arriverà a questo indirizzo.
      body=
      body=Servizio: {service}
      body=Budget: {budget}
      body=Scadenza: {deadline}
      body=
      body=Questo messaggio è stato scritto da un programma.

      [parameter name]
      label=Nome
      max-length=200

      [parameter topic]
      label=Argomento
      required=no
      max-length=200

      [parameter service]
      label=Servizio
      required=no
      max-length=200

      [parameter budget]
      label=Budget
      required=no
      max-length=200

      [parameter deadline]
      type=date
      label=Scadenza
      required=no

      """)
}
