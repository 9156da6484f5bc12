import Glibc

exit(MailHelper.run())
