import Scheduler
import Testing

@testable import CivilTime
@testable import remindctl

/// How a reminder that was just made is said back.
@Suite struct CreationSummaryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var now: String
    var says: String
    var testDescription: String { "\(line) (at \(now))" }
  }

  /// What is said in a zone that is named, whatever the system's is.
  private func said(_ line: String, now: String, tz: String = "Europe/Rome") throws -> String {
    let zone = try Zone.load(tz)
    let instant = zone.instant(of: try #require(WallTime(now)))
    let context = Context.test(now: instant.milliseconds, tz: tz).pinned(to: zone)
    let arguments = try Arguments(line.split(separator: " ").map(String.init))
    let request = try Request.test(arguments, context)
    return request.creationSummary(id: 7, text: request.reading.text, context)
  }

  @Test(
    "the echo says when, and what is not obvious",
    arguments: [
      Case(
        line: "at 17:30 call mum", now: "2026-06-17T14:20:00",
        says: "7  call mum  at 17:30:00 CEST (in 3 h 10 min)\n"),
      Case(
        line: "at 5 tea", now: "2026-06-17T14:20:00",
        says: "7  tea  on Thu 18 Jun at 05:00:00 CEST (in 14 h 40 min)\n   For 17:00 say 17.\n"),
      Case(
        line: "on friday tea", now: "2026-06-17T14:20:00",
        says: """
          7  tea  on Fri 19 Jun at 09:00:00 CEST (in 1 d 18 h)
             No time of day was said; 09:00:00 is meant.

          """),
      Case(
        line: "in 1 month tea", now: "2026-01-31T14:20:00",
        says: """
          7  tea  on Sat 28 Feb at 14:20:00 CET (in 28 d)
             That month has no day 31; its last day is meant.

          """),
      Case(
        line: "at tomorrow 2:30 tea", now: "2026-03-28T12:00:00",
        says: """
          7  tea  on Sun 29 Mar at 03:30:00 CEST (in 14 h 30 min)
             02:30:00 does not exist that day, when the clocks go forward by 1 h: \
          it comes at 03:30:00 CEST.

          """),
      Case(
        line: "in 1 day tea", now: "2026-03-28T02:30:00",
        says: """
          7  tea  on Sun 29 Mar at 03:30:00 CEST (in 1 d)
             02:30:00 does not exist that day, when the clocks go forward by 1 h: \
          it comes at 03:30:00 CEST.

          """),
      Case(
        line: "at tomorrow 2:30 tea", now: "2026-10-24T12:00:00",
        says: """
          7  tea  on Sun 25 Oct at 02:30:00 CEST (in 14 h 30 min)
             02:30:00 comes twice that day, when the clocks go back: it comes once, the first time \
          (CEST, not CET).

          """),
      Case(
        line: "at 15:00 Asia/Tokyo tea", now: "2026-06-17T14:20:00",
        says: """
          7  tea  on Thu 18 Jun at 15:00:00 JST (in 17 h 40 min)
             It keeps to the clocks of Asia/Tokyo; here that is on Thu 18 Jun at 08:00:00 CEST.

          """),
      Case(
        line: "at 15:00 --tz Asia/Tokyo tea", now: "2026-06-17T14:20:00",
        says: """
          7  tea  on Thu 18 Jun at 15:00:00 JST (in 17 h 40 min)
             It keeps to the clocks of Asia/Tokyo; here that is on Thu 18 Jun at 08:00:00 CEST.

          """),
      Case(
        line: "every 3 hours stretch", now: "2026-06-17T14:20:00",
        says: "7  stretch  every 3 hours, next at 17:20:00 CEST (in 3 h)\n"),
    ])
  func echo(row: Case) throws {
    // The user's own zone is named, too, where it is not the system's.
    let said = try said(row.line, now: row.now)
    #expect(said == row.says || said == row.says.split(separator: " CEST.").joined(separator: "."))
  }

  @Test(
    "a repetition is told in words",
    arguments: [
      ("day 9:00", "every day at 09:00:00"), ("3 days at 9:00", "every 3 days at 09:00:00"),
      ("weekday 9:00", "every weekday at 09:00:00"), ("mon-sun 9:00", "every day at 09:00:00"),
      ("mon,wed,fri 18:30", "every Monday, Wednesday and Friday at 18:30:00"),
      ("2 weeks on friday 17:00", "every 2 weeks on Friday at 17:00:00"),
      ("month on the 15th 9:00", "every month on the 15th at 09:00:00"),
      ("month on the 31st 9:00", "every month on the last day at 09:00:00"),
      ("month on the 30th 9:00", "every month on the 30th or the last day at 09:00:00"),
      ("last day of the month 18:00", "every month on the last day at 18:00:00"),
      ("last friday 17:00", "every month on the last Friday at 17:00:00"),
      ("2nd tuesday 10:00", "every month on the 2nd Tuesday at 10:00:00"),
      ("2nd and 4th friday 9:00", "every month on the 2nd Friday and the 4th Friday at 09:00:00"),
      ("3 months on the 1st 9:00", "every 3 months on the 1st at 09:00:00"),
      ("first workday of the month 9:00", "every month on the 1st working day at 09:00:00"),
      ("dec 24 at 9:00", "every year on 24 December at 09:00:00"),
      (
        "feb 29 9:00", "every year in February on the 29th or the last day at 09:00:00"
      ), ("3 hours", "every 3 hours"), ("minute", "every minute"),
      ("25 seconds", "every 25 seconds"),
      ("day 8:00 and 20:00", "every day at 08:00:00 and 20:00:00"),
      ("20 minutes from 9:00 to 16:40", "every day, 24 times from 09:00:00 to 16:40:00"),
      ("30 minutes from 9:00 to 17:00", "every day, 17 times from 09:00:00 to 17:00:00"),
      ("30 minutes from 9:00 to 10:00", "every day at 09:00:00, 09:30:00 and 10:00:00"),
      ("day 9:00 10 times", "every day at 09:00:00, 10 times"),
      ("day 9:00 until 2026-07-01", "every day at 09:00:00, until Wed 1 Jul"),
      ("FREQ=DAILY;BYMONTH=1,2", "every day in January and February at 14:20:00"),
      ("FREQ=YEARLY", "every year on 17 June at 14:20:00"),
      ("FREQ=WEEKLY", "every Wednesday at 14:20:00"),
      (
        "FREQ=MONTHLY;BYMONTHDAY=1,-1;BYHOUR=9",
        "every month on the 1st and the last day at 09:00:00"
      ),
      (
        "FREQ=YEARLY;BYMONTH=6,9;BYDAY=1SA",
        "every year in June and September on the 1st Saturday at 14:20:00"
      ), ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "by the rule FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20"),
      ("FREQ=YEARLY;BYDAY=20MO", "by the rule FREQ=YEARLY;BYDAY=20MO"),
      ("FREQ=MONTHLY;BYMONTHDAY=-3", "by the rule FREQ=MONTHLY;BYMONTHDAY=-3"),
      ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "by the rule FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2", "by the rule FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2"),
      ("FREQ=MINUTELY;BYHOUR=9", "by the rule FREQ=MINUTELY;BYHOUR=9"),
    ])
  func words(rule: String, words: String) throws {
    let echo = try said("every \(rule) -- tea", now: "2026-06-17T14:20:00")
    let zoneless = echo.split(separator: " Europe/Rome").joined()
    #expect(zoneless.hasPrefix("7  tea  \(words), next "), "\(echo)")
  }
}
