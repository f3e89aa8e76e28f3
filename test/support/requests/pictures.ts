import { pictureType } from '@cairn/contract/schemas/people/pictures'

type Bytes = Uint8Array<ArrayBuffer>

/** A chunk of a RIFF file: its name, size and data, padded to an even size. */
export function chunk(name: string, data: Uint8Array): Bytes {
  const size = new Uint8Array(new Uint32Array([data.length]).buffer)
  return bytesOf(Buffer.from(name, 'latin1'), size, data, new Uint8Array(data.length % 2))
}

/** A WebP of these chunks. */
export function webp(...chunks: Uint8Array[]): Bytes {
  return chunk('RIFF', bytesOf(Buffer.from('WEBP', 'latin1'), ...chunks))
}

/** The data of a lossless frame (RFC 9649, 3.4): the size, then pixels, which nobody here decodes. */
export function losslessFrame(width: number, height: number, pixels: Uint8Array = new Uint8Array(8)): Bytes {
  const sizes = new Uint32Array([(width - 1) | ((height - 1) << 14)])
  return bytesOf(Uint8Array.of(0x2f), new Uint8Array(sizes.buffer), pixels)
}

/** A picture that differs by `name`. */
export function pictureBytes(name: string): Bytes {
  return webp(chunk('VP8L', losslessFrame(256, 256, Buffer.from(name.padEnd(64)))))
}

/** The same as the client sends it. */
export function pictureOf(name: string): Blob {
  return new Blob([pictureBytes(name)], { type: pictureType })
}

export function bytesOf(...parts: Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts))
}
