// remindd waits until reminders are due and shows them. `Startup` finds the store and starts the event loop,
// which turns what happens into the engine's events and carries out its actions: through `Desktop`,
// `Output` and `MailQueue`, each with a thread of its own, and `Programs`. All sentences are in `Messages`.

import Dispatch

Startup.run()
dispatchMain()
