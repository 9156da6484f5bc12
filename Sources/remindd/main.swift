import Dispatch

Remindd.start()
dispatchMain()
