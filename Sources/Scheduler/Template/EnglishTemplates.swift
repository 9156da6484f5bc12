extension BuiltInTemplate {
  /// In English.
  static let english = BuiltInTemplate(
    contact: """
      [template]
      description=A message, as a contact form sends it
      reply-to={email}
      subject=Message from {name}: {topic}
      subject=Message from {name}
      body={message}
      body=
      body=Name: {name}
      body=Email: {email}
      body=Phone: {phone}

      [parameter name]
      label=Name
      max-length=200

      [parameter email]
      type=email
      label=Email

      [parameter message]
      type=text
      label=Message

      [parameter phone]
      label=Phone
      required=no
      max-length=50

      [parameter topic]
      label=Topic
      required=no
      max-length=200

      """,
    quote: """
      [template]
      description=A request for a quotation
      reply-to={email}
      subject=Quotation: {service}, {name}
      body=A quotation is requested.
      body=
      body=Service: {service}
      body=Budget: {budget}
      body=Deadline: {deadline}
      body=
      body={details}
      body=
      body=Name: {name}
      body=Company: {company}
      body=Email: {email}
      body=Phone: {phone}

      [parameter name]
      label=Name
      max-length=200

      [parameter email]
      type=email
      label=Email

      [parameter service]
      type=enum
      label=Service
      value=Website
      value=Online shop
      value=App
      value=Design
      value=Consulting
      value=Other

      [parameter details]
      type=text
      label=Details

      [parameter budget]
      type=enum
      label=Budget
      required=no
      value=under 1,000 EUR
      value=1,000 to 5,000 EUR
      value=5,000 to 20,000 EUR
      value=over 20,000 EUR
      value=not decided yet

      [parameter deadline]
      type=date
      label=Deadline
      required=no
      min=today

      [parameter phone]
      label=Phone
      required=no
      max-length=50

      [parameter company]
      label=Company
      required=no
      max-length=200

      """,
    confirmation: """
      [template]
      description=What somebody gets whose request was sent
      subject=Your request has been sent: {topic}
      subject=Your request has been sent: {service}
      subject=Your request has been sent
      body=Hello {name},
      body=
      body=your request has been sent. The answer will come to this address.
      body=
      body=Service: {service}
      body=Budget: {budget}
      body=Deadline: {deadline}
      body=
      body=This mail was written by a program.

      [parameter name]
      label=Name
      max-length=200

      [parameter topic]
      label=Topic
      required=no
      max-length=200

      [parameter service]
      label=Service
      required=no
      max-length=200

      [parameter budget]
      label=Budget
      required=no
      max-length=200

      [parameter deadline]
      type=date
      label=Deadline
      required=no

      """)
}
