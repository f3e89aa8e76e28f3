import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  chunk,
  losslessFrame,
  pictureBytes,
  webp,
} from '../../../../../../test/support/requests/pictures.ts'
import { sizeOfStillWebp } from './still-webp.ts'

/** Frames of 3 × 2 pixels in one color, as Chromium encodes them. */
const losslessOfChromium = Buffer.from('LwJAAAAHEP2P/gciov8B', 'base64')
const lossyOfChromium = Buffer.from(
  '0AEAnQEqAwACAAFAJiWgAnS6AfgAA7AA/vLrf/zYFc1z7/f/0uD9Lg/S4P/SkAAA',
  'base64',
)
const frame = chunk('VP8L', losslessFrame(256, 200))

/** The data of a lossy key frame (RFC 6386, 9.1). */
const lossyFrame = (width: number, height: number, first = 0x10) =>
  bytesOf(
    Uint8Array.of(first, 0, 0, 0x9d, 0x01, 0x2a),
    new Uint8Array(new Uint16Array([width, height]).buffer),
  )

/** The header of an extended file. */
const header = (width: number, height: number, flags = 0) =>
  chunk(
    'VP8X',
    Uint8Array.of(
      ...[flags, 0, 0, 0],
      ...[(width - 1) & 255, (width - 1) >> 8, 0],
      ...[(height - 1) & 255, (height - 1) >> 8, 0],
    ),
  )

describe('sizeOfStillWebp', () => {
  it.each<[string, Uint8Array, { width: number; height: number }]>([
    ['a lossless frame of a real encoder', webp(chunk('VP8L', losslessOfChromium)), { width: 3, height: 2 }],
    ['a lossy frame of a real encoder', webp(chunk('VP8 ', lossyOfChromium)), { width: 3, height: 2 }],
    [
      'a transparent file of a real encoder',
      webp(
        header(3, 2, 0x10),
        chunk('ALPH', Buffer.from('AICAgICAgA==', 'base64')),
        chunk('VP8 ', lossyOfChromium),
      ),
      { width: 3, height: 2 },
    ],
    ['a lossless frame', webp(frame), { width: 256, height: 200 }],
    ['a lossy frame', webp(chunk('VP8 ', lossyFrame(256, 200))), { width: 256, height: 200 }],
    [
      'a scaled lossy frame, without its scale',
      webp(chunk('VP8 ', lossyFrame(256 + 0x4000, 200))),
      { width: 256, height: 200 },
    ],
    ['an extended file', webp(header(256, 200), frame), { width: 256, height: 200 }],
    [
      'an extended file with transparency and colors',
      webp(
        header(256, 200, 0x30),
        chunk('ICCP', new Uint8Array(5)),
        chunk('ALPH', new Uint8Array(3)),
        chunk('VP8 ', lossyFrame(256, 200)),
      ),
      { width: 256, height: 200 },
    ],
    [
      'a part of a larger buffer',
      bytesOf(Uint8Array.of(9), webp(frame)).subarray(1),
      { width: 256, height: 200 },
    ],
  ])('reads %s', (_, bytes, size) => {
    expect(sizeOfStillWebp(bytes)).toEqual(size)
  })

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a header alone', webp()],
    ['an extended file without a frame', webp(header(256, 200))],
    ['two frames', webp(header(256, 200), frame, frame)],
    ['two headers', webp(header(256, 200), header(256, 200), frame)],
    ['a header after the frame', webp(frame, header(256, 200))],
    ['a second chunk without a header', webp(frame, chunk('ICCP', new Uint8Array(2)))],
    ['an animation by its flag', webp(header(256, 200, 0x02), frame)],
    ['an animation by its chunks', webp(header(256, 200), chunk('ANIM', new Uint8Array(6)), frame)],
    ['EXIF', webp(header(256, 200, 0x08), frame, chunk('EXIF', new Uint8Array(4)))],
    ['XMP', webp(header(256, 200, 0x04), frame, chunk('XMP ', new Uint8Array(4)))],
    ['a canvas of another size', webp(header(256, 256), frame)],
    ['a short header', webp(chunk('VP8X', new Uint8Array(9)), frame)],
    ['a lossless frame with another signature', webp(chunk('VP8L', Uint8Array.of(0x2e, 0, 0, 0, 0)))],
    ['a lossless frame of a later version', webp(chunk('VP8L', Uint8Array.of(0x2f, 0, 0, 0, 0x20)))],
    ['a lossless frame that is too short', webp(chunk('VP8L', Uint8Array.of(0x2f, 0, 0, 0)))],
    ['a lossy frame that is no key frame', webp(chunk('VP8 ', lossyFrame(256, 200, 0x11)))],
    ['a lossy frame without its start code', webp(chunk('VP8 ', new Uint8Array(10)))],
    ['a lossy frame that is too short', webp(chunk('VP8 ', lossyFrame(256, 200).subarray(0, 9)))],
    ['another RIFF file', bytesOf(Buffer.from('RIFF'), Uint8Array.of(4, 0, 0, 0), Buffer.from('WAVE'))],
    ['a byte after the end', bytesOf(webp(frame), Uint8Array.of(0))],
    ['a chunk beyond the end', chunk('RIFF', bytesOf(Buffer.from('WEBP'), frame.subarray(0, -2)))],
    [
      'a padding that is not 0',
      chunk('RIFF', bytesOf(Buffer.from('WEBPVP8L'), Uint8Array.of(5, 0, 0, 0, 0x2f, 0, 0, 0, 0, 1))),
    ],
    ['the start of a chunk', chunk('RIFF', bytesOf(Buffer.from('WEBP'), frame, Buffer.from('ICC')))],
  ])('refuses %s', (_, bytes) => {
    expect(sizeOfStillWebp(bytes)).toBeUndefined()
  })

  it('refuses every file that was cut short, and never throws', () => {
    const whole = pictureBytes('x')
    for (let length = 0; length < whole.length; length++) {
      expect(sizeOfStillWebp(whole.subarray(0, length))).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        sizeOfStillWebp(bytes)
        sizeOfStillWebp(webp(bytes))
        sizeOfStillWebp(webp(chunk('VP8X', bytes), chunk('VP8 ', bytes)))
      }),
    )
  })
})
