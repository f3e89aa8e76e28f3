import { parseSessionToken } from '@cairn/domain/accounts/auth/sessions/sessions'
import {
  parseVerificationToken,
  verificationTokenOf,
} from '@cairn/domain/accounts/auth/verification/verification-token'
import {
  invitationTokenOf,
  parseInvitationToken,
} from '@cairn/domain/organizations/invitations/link/invitation-token'
import { newTokenSecret, tokenIdOf } from '@cairn/domain/programs/api-tokens/secrets/token-secret'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './support/seed.ts'

const secret = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
const uuid = fc.uuid()
const hash = fc.stringMatching(/^[0-9a-f]{64}$/)

type Format = {
  /** A credential and its parsed content. */
  valid: fc.Arbitrary<[text: string, content: unknown]>
  parse: (text: string) => unknown
  /** The inverse of `parse`. Shows whether the parser ignored or normalized a character. */
  write: (content: never) => string
}

const formats: Record<string, Format> = {
  'session tokens': {
    valid: fc
      .tuple(uuid, secret)
      .map(([id, random]) => [`${id}.${random}`, { userId: `email:${id}`, secret: random }]),
    parse: parseSessionToken,
    write: (said: { userId: string; secret: string }) =>
      `${said.userId.replace(/^email:/, '')}.${said.secret}`,
  },
  'verification tokens': {
    valid: fc
      .tuple(hash, secret)
      .map(([emailKey, random]) => [verificationTokenOf(emailKey, random), { emailKey, secret: random }]),
    parse: parseVerificationToken,
    write: (said: { emailKey: string; secret: string }) => verificationTokenOf(said.emailKey, said.secret),
  },
  'invitation tokens': {
    valid: fc
      .record({ organizationId: uuid, invitationId: uuid, secret })
      .map((said) => [invitationTokenOf(said), said]),
    parse: parseInvitationToken,
    write: invitationTokenOf,
  },
}

/** Small corruptions of a text: by copying, by email programs, and by attackers. */
const corruption = fc.oneof(
  fc.constantFrom<(text: string) => string>(
    (text) => ` ${text}`,
    (text) => `${text}\n`,
    (text) => `${text}=`,
    (text) => `${text}\u0000`,
    (text) => text.toUpperCase(),
    (text) => text + text,
    (text) => encodeURIComponent(`${text}%`),
  ),
  fc
    .tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat({ max: 2 }))
    .map(([at, insert, remove]) => (text: string) => {
      const index = at % (text.length + 1)
      return text.slice(0, index) + insert + text.slice(index + remove)
    }),
)

describe.each(Object.entries(formats))('the parser of %s', (_, { valid, parse, write }) => {
  it('returns the content', () => {
    fc.assert(
      fc.property(valid, ([text, said]) => {
        expect(parse(text)).toEqual(said)
      }),
      runs(200),
    )
  })

  it('refuses every other format without throwing', () => {
    const own = valid.map(([text]) => text)
    const corrupted = fc.tuple(own, corruption).map(([text, change]) => change(text))
    fc.assert(
      fc.property(fc.oneof(corrupted, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const said = parse(text)
        // Refused, or another valid credential in which every character counts.
        if (said !== undefined) expect(write(said as never)).toBe(text)
      }),
      runs(1500),
    )
  })
})

describe("an API token's secret", () => {
  it('contains its token id and 256 random bits', () => {
    fc.assert(
      fc.property(uuid, (tokenId) => {
        const text = newTokenSecret(tokenId)
        expect(text).toMatch(/^cairn_[0-9a-f-]{36}_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/)
        expect(tokenIdOf(text)).toBe(tokenId)
        expect(newTokenSecret(tokenId)).not.toBe(text)
      }),
      runs(200),
    )
  })

  it('is refused if one character or two neighbors are mistyped anywhere', () => {
    const letter = fc.stringMatching(/^[A-Za-z0-9_-]{1,2}$/)
    fc.assert(
      fc.property(uuid, fc.nat(), letter, (tokenId, at, typed) => {
        const text = newTokenSecret(tokenId)
        const index = at % (text.length - 1)
        const mistyped = text.slice(0, index) + typed + text.slice(index + typed.length)
        fc.pre(mistyped !== text)
        expect(tokenIdOf(mistyped)).toBeUndefined()
      }),
      runs(2000),
    )
  })

  it('is refused in every other format without throwing', () => {
    const own = uuid.map((tokenId) => newTokenSecret(tokenId))
    const corrupted = fc.tuple(own, corruption).filter(([text, change]) => change(text) !== text)
    fc.assert(
      fc.property(corrupted, ([text, change]) => {
        expect(tokenIdOf(change(text))).toBeUndefined()
      }),
      runs(1000),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(tokenIdOf(text)).toBeUndefined()
      }),
      runs(500),
    )
  })
})
