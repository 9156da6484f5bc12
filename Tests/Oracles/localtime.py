"""Says what glibc's localtime_r shows: reads zones with instants, writes offsets and names.

Request, native byte order, for each zone: u32 length, name, u32 count, count * i64 (seconds).
Answer, for each zone: count * i32 (seconds east), count * u8 (index), u32 length, names by index,
one a line.
"""

import os
import struct
import sys
import time
from array import array

request = memoryview(open(sys.argv[1], "rb").read())
position = 0
with open(sys.argv[2], "wb") as answer:
    while position < len(request):
        (length,) = struct.unpack_from("=I", request, position)
        name = str(request[position + 4 : position + 4 + length], "utf-8")
        position += 4 + length
        (count,) = struct.unpack_from("=I", request, position)
        instants = array("q")
        instants.frombytes(request[position + 4 : position + 4 + 8 * count])
        position += 4 + 8 * count
        os.environ["TZ"] = name
        time.tzset()
        offsets, indices, names = array("i"), array("B"), {}
        for instant in instants:
            local = time.localtime(instant)
            offsets.append(local.tm_gmtoff)
            indices.append(names.setdefault(local.tm_zone, len(names)))
        text = "\n".join(names).encode()
        answer.write(offsets.tobytes() + indices.tobytes() + struct.pack("=I", len(text)) + text)
