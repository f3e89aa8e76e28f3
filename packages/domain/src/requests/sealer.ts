/** Text that only the holder of a secret can read or make: encrypted and authenticated (AES-256-GCM). */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** The binding of a sealed text, which opens only with the same one. */
export type SealBinding = readonly (string | number | null)[]

export type Sealer = {
  /** Returns base64url. */
  seal(binding: SealBinding, text: string): string
  /** Returns undefined if the text was not sealed with this secret for this purpose and binding. */
  open(binding: SealBinding, sealed: string): string | undefined
}

/**
 * @param purpose  What the sealed texts are for: a secret with two purposes has two keys.
 * @param secret  At least 32 bytes of randomness.
 */
export function createSealer(purpose: string, secret: Uint8Array): Sealer {
  const key = createHash('sha256').update(`cairn ${purpose} key\0`).update(secret).digest()
  const associatedData = (binding: SealBinding) => Buffer.from(JSON.stringify(binding))
  return {
    seal(binding, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(binding))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(binding, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      // Node ignores spare bits and characters that are not base64url. Only the exact text that was sealed is valid.
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== sealed) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(associatedData(binding)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        const opened = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
