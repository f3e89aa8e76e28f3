/**
 * What a picture may be: a still WebP without metadata. Members' browsers decode what somebody else has sent, so only what the web app
 * itself makes is accepted. Sources: RFC 9649 (the container and VP8L), RFC 6386, 9.1 (the header of a VP8 frame).
 */

type Size = { width: number; height: number }

type Chunk = { name: string; data: Uint8Array }

/** Chunks of a still picture: frame, lossless frame, header, transparency, color profile. EXIF could tell where a photo was taken. */
const allowedChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']

/** In the flags of `VP8X`: the file is animated. */
const animationFlag = 0x02

/** Returns the size of a still WebP in pixels; undefined if the bytes are anything else. Pure. */
export function sizeOfStillWebp(bytes: Uint8Array): Size | undefined {
  const chunks = chunksOf(bytes)
  if (!chunks?.every(({ name }) => allowedChunks.includes(name))) return undefined
  const frames = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const [frame] = frames
  const [first, ...others] = chunks
  if (frames.length !== 1 || !frame || !first) return undefined
  const size = sizeOfFrame(frame)
  if (first.name !== 'VP8X') return chunks.length === 1 ? size : undefined
  if (others.some(({ name }) => name === 'VP8X')) return undefined
  const canvas = canvasOf(first.data)
  const isWhole = canvas && size && canvas.width === size.width && canvas.height === size.height
  return isWhole ? size : undefined
}

/** Returns the chunks of a RIFF file whose sizes add up to that of the file; undefined otherwise. */
function chunksOf(bytes: Uint8Array): Chunk[] | undefined {
  const view = viewOf(bytes)
  if (bytes.length < 12 || nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WEBP') return undefined
  if (view.getUint32(4, true) !== bytes.length - 8) return undefined
  const chunks: Chunk[] = []
  let start = 12
  while (start < bytes.length) {
    if (start + 8 > bytes.length) return undefined
    const end = start + 8 + view.getUint32(start + 4, true)
    // The padding of an odd size is one byte, 0.
    const next = end + (end % 2)
    if (next > bytes.length || (next > end && bytes[end] !== 0)) return undefined
    chunks.push({ name: nameAt(bytes, start), data: bytes.subarray(start + 8, end) })
    start = next
  }
  return chunks
}

function sizeOfFrame({ name, data }: Chunk): Size | undefined {
  const view = viewOf(data)
  if (name === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return undefined
    const bits = view.getUint32(1, true)
    const isKnownVersion = bits >>> 29 === 0
    return isKnownVersion ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
  }
  const isKeyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0
  if (!isKeyFrame || data[3] !== 0x9d || data[4] !== 0x01 || data[5] !== 0x2a) return undefined
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

/** Returns the size that the header of an extended file declares; undefined if it is animated or malformed. */
function canvasOf(data: Uint8Array): Size | undefined {
  if (data.length !== 10 || ((data[0] ?? animationFlag) & animationFlag) !== 0) return undefined
  const view = viewOf(data)
  const uint24At = (place: number) => view.getUint16(place, true) + (view.getUint8(place + 2) << 16)
  return { width: uint24At(4) + 1, height: uint24At(7) + 1 }
}

function nameAt(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4))
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
