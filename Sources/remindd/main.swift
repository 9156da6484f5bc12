import Dispatch

Startup.run()
dispatchMain()
