extension Lexicon {
  static let english = Lexicon(
    words: """
      units: ms msec msecs millisecond milliseconds | s sec secs second seconds | m min mins \
      minute minutes | | | h hr hrs hour hours | d day days | w wk wks week weeks | fortnight \
      fortnights | mo mos mth mths month months | | y yr yrs year years
      frequencies: | | | | | hourly | daily | weekly | fortnightly | monthly | quarterly | yearly \
      annually
      weekdays: monday mon mondays | tuesday tue tues tuesdays | wednesday wed weds wednesdays | \
      thursday thu thur thurs thursdays | friday fri fridays | saturday sat saturdays | sunday \
      sun sundays
      months: january jan | february feb | march mar | april apr | may | june jun | july jul | \
      august aug | september sep sept | october oct | november nov | december dec
      days: yesterday | today tonight | tomorrow tmrw tmr
      parts: morning mornings | afternoon afternoons | evening evenings | tonight | night nights
      times: noon midday | midnight
      numbers: zero | one | two | three | four | five | six | seven | eight | nine | ten | eleven \
      | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen | \
      twenty
      tens: | | | thirty | forty fourty | fifty | sixty | seventy | eighty | ninety | hundred
      ordinals: last | first | second | third | fourth | fifth | sixth | seventh | eighth | ninth \
      | tenth | eleventh | twelfth | thirteenth | fourteenth | fifteenth | sixteenth | \
      seventeenth | eighteenth | nineteenth | twentieth | | | | | | | | | | thirtieth
      homographs:
      roles: ARTICLE a an | HALF half | QUARTER quarter quarters | ONEANDHALF | COUPLE couple | \
      VAGUE few several some many | ALONE fortnight fortnights | ORDINALENDING st nd rd th | AND \
      and | OR or | OF of o | THE the | AT at | ON on | DATE | AHEAD in | AGO ago | MINUS minus | \
      ABOUT about around approximately | NOW now | THIS this coming | NEXT next | PAST past after \
      | BEFORE before | AFTER after | OCLOCK oclock clock | END end | WHOLE | TIE by since during \
      | PERHAPSSUNDAY | DAYAFTER | EVERY every each | INTERVAL | OTHER other | PLURAL mondays \
      tuesdays wednesdays thursdays fridays saturdays sundays mornings afternoons evenings nights \
      weekdays workdays weekends | WORKDAY weekday workday business working weekdays workdays | \
      WEEKEND weekend weekends | FROM from | TO to through until till | BETWEEN between | \
      BETWEENAND | UNTIL until till ending | LASTING for | TIMES time times | STARTING starting \
      beginning | ONCE once twice
      """,
    common: """
      monday tuesday wednesday thursday friday saturday sunday weekday weekend today tonight \
      tomorrow january february march april june july august september october november december \
      morning afternoon evening night noon midnight every next second seconds minute minutes hour \
      hours days week weeks month months year years
      """)
}
