"""Files that ask for more than they are: each a name and its bytes."""

import plistlib


def number(value, size):
    return value.to_bytes(size, "big")


def marker(kind, count):
    if count < 15:
        return bytes([kind << 4 | count])
    size = 1 if count < 1 << 8 else 2 if count < 1 << 16 else 4
    return bytes([kind << 4 | 15, 0x10 | size.bit_length() - 1]) + number(count, size)


class File:
    """A binary property list, object by object."""

    def __init__(self, reference_size=2):
        self.objects = []
        self.reference_size = reference_size

    def add(self, data):
        self.objects.append(data)
        return len(self.objects) - 1

    def references(self, numbers):
        return b"".join(number(value, self.reference_size) for value in numbers)

    def array(self, members):
        return self.add(marker(10, len(members)) + self.references(members))

    def dictionary(self, pairs):
        keys, values = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        return self.add(marker(13, len(pairs)) + self.references(keys) + self.references(values))

    def text(self, text):
        return self.add(marker(5, len(text)) + text.encode())

    def finish(self, top, offset_size=4, count=None):
        data = b"bplist00"
        offsets = []
        for each in self.objects:
            offsets.append(len(data))
            data += each
        table = len(data)
        data += b"".join(number(offset, offset_size) for offset in offsets)
        count = len(offsets) if count is None else count
        return data + bytes(6) + bytes([offset_size, self.reference_size]) + number(count, 8) + number(top, 8) + number(table, 8)

    def archive(self, entries, root=1):
        """The top object of an archive whose entries are these objects."""
        objects = self.array(entries)
        top = self.dictionary([(self.text("root"), self.add(b"\x80" + number(root, 1)))])
        return self.dictionary([
            (self.text("$version"), self.add(b"\x12" + number(100000, 4))), (self.text("$archiver"), self.text("NSKeyedArchiver")),
            (self.text("$top"), top), (self.text("$objects"), objects)])


def laughs(levels, width, archive):
    file = File()
    last = file.text("ha")
    for _ in range(levels):
        last = file.array([last] * width)
    return file.finish(file.archive([file.text("$null"), last]) if archive else last)


def empty_laughs():
    file = File()
    inner = file.array([file.array([])] * 4000)
    return file.finish(file.array([inner] * 4000))


def deep(levels):
    file = File()
    last = file.array([])
    for _ in range(levels):
        last = file.array([last])
    return file.finish(last)


def many_empty(count):
    file = File(reference_size=4)
    members = [file.array([]) for _ in range(count)]
    return file.finish(file.array(members))


def wide_references():
    file = File(reference_size=255)
    leaf = file.text("x")
    return file.finish(file.array([leaf] * 2000), offset_size=255)


def one_object_often(count):
    file = File(reference_size=1)
    return file.finish(file.array([file.text("x")] * count))


def overlapping(count):
    """Arrays that all share the same bytes, each with one more element than the next."""
    file = File(reference_size=1)
    file.array([0] * count)
    data = file.finish(0)[:8 + len(file.objects[0])]
    offsets = [8] * 200
    return data + b"".join(number(each, 4) for each in offsets) + bytes(6) + bytes([4, 1]) + number(200, 8) + number(0, 8) + number(len(data), 8)


def count_claims(kind, size):
    file = File()
    file.add(bytes([kind << 4 | 15, 0x13]) + number(size, 8))
    return file.finish(0)


def dictionaries(count):
    file = File(reference_size=4)
    keys = [file.text(each) for each in ("NS.time", "$class")]
    names = file.array([file.text("NSDate"), file.text("NSObject")])
    record = file.dictionary([(file.text("$classname"), file.text("NSDate")), (file.text("$classes"), names)])
    time = file.add(b"\x23" + bytes(8))
    uid = file.add(b"\x80\x02")
    entry = file.dictionary([(keys[0], time), (keys[1], uid)])
    return file.finish(file.archive([file.text("$null"), entry, record] + [entry] * count))


def chain(count):
    """Objects that each name the next."""
    file = File(reference_size=4)
    key, kind = file.text("next"), file.text("$class")
    names = file.array([file.text("Link")])
    record = file.dictionary([(file.text("$classname"), file.text("Link")), (file.text("$classes"), names)])
    uid = file.add(b"\x80\x01")
    entries = [file.text("$null"), record]
    for index in range(count):
        following = file.add(b"\x83" + number(min(index + 3, count + 1), 4))
        entries.append(file.dictionary([(key, following), (kind, uid)]))
    return file.finish(file.archive(entries, root=2))


def many_lines(count):
    objects = ["$null", {"NS.objects": [plistlib.UID(index + 3) for index in range(count)], "$class": plistlib.UID(2)},
               {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]}]
    objects += ["line %d" % index for index in range(count)]
    archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)}, "$objects": objects}
    return plistlib.dumps(archive, fmt=plistlib.FMT_BINARY, sort_keys=False)


def xml(body):
    return b'<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">' + body + b"</plist>"


def files():
    yield "billion laughs", laughs(30, 10, False)
    yield "billion laughs in an archive", laughs(30, 10, True)
    yield "sharing just as far as is allowed", laughs(3, 19, False)
    yield "empty arrays, shared", empty_laughs()
    yield "100 deep", deep(100)
    yield "20000 deep", deep(20000)
    yield "60000 empty arrays", many_empty(60000)
    yield "references of 255 bytes", wide_references()
    yield "one object 50000 times", one_object_often(50000)
    yield "200 overlapping arrays", overlapping(200)
    for kind in (4, 5, 6, 10, 13):
        for size in (1 << 31, (1 << 62) + 1, (1 << 64) - 1):
            yield f"kind {kind} of {size}", count_claims(kind, size)
    yield "10000 entries that are one object", dictionaries(10000)
    yield "a chain of 50000 objects", chain(50000)
    yield "100000 lines", many_lines(100000)
    yield "XML, 100000 deep", xml(b"<array>" * 100000)
    yield "XML, 500 deep", xml(b"<array>" * 500 + b"</array>" * 500)
    yield "XML, 50000 empty dictionaries", xml(b"<array>" + b"<dict/>" * 50000 + b"</array>")
    yield "XML, 50000 UIDs", xml(b"<array>" + b"<dict><key>CF$UID</key><integer>1</integer></dict>" * 50000 + b"</array>")
    yield "XML, a long comment", xml(b"<!--" + b"-" * 300000 + b"--><true/>")
    yield "XML, ampersands", xml(b"<string>" + b"&amp;" * 60000 + b"</string>")
    yield "XML, entities", b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><plist><string>&b;</string></plist>'
    yield "JSON, 100000 deep", b"[" * 100000
    yield "JSON, 50000 deep, closed", b"[" * 50000 + b"]" * 50000
    yield "JSON, 50000 empty objects", b'{"a":[' + b",".join([b"{}"] * 50000) + b"]}"
    yield "JSON, a number of 100000 digits", b'{"a":' + b"9" * 100000 + b"}"
    yield "JSON, a fraction of 100000 digits", b'{"a":0.' + b"9" * 100000 + b"}"
    yield "JSON, 1e999999999", b'{"a":1e999999999}'
    yield "nothing but magic", b"bplist00"
