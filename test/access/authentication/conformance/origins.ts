import { expect } from 'vitest'
import type { Behavior, Person } from '../support/provider-under-test.ts'
import { refusal } from '../support/send.ts'
import { mutations, pathOf, sessionOperations } from './operations.ts'

const ida: Person = { key: 'ida', displayName: 'Ida Rhodes', email: 'ida@example.com' }

/** Missing, foreign and similar origins. */
function foreignTo(origin: string): (string | string[] | undefined)[] {
  return [
    undefined,
    'null',
    'https://evil.test',
    `${origin}/`,
    `${origin}.evil.test`,
    origin.replace('http:', 'https:'),
    origin.replace(/:\d+$/, ''),
    origin.toUpperCase(),
    [origin, origin],
    ['https://evil.test', origin],
  ]
}

export const originBehaviors: Behavior[] = [
  {
    title: 'every mutation with a session 403s a missing, null or foreign Origin',
    holds: async (subject) => {
      const send = subject.as(ida)
      for (const operation of mutations) {
        for (const origin of foreignTo(subject.origin)) {
          const response = await send(operation.method, pathOf(operation), { headers: { origin } })
          expect(response, `${operation.id} from ${origin}`).toMatchObject(refusal('origin_not_allowed'))
        }
      }
    },
  },
  {
    title: 'every mutation 403s a foreign Origin before it checks the credential and the body',
    holds: async (subject) => {
      const origin = 'https://evil.test'
      for (const operation of mutations) {
        const request = { method: operation.method, path: pathOf(operation) }
        const broken = Object.values(await subject.brokenCredentialsOf(ida, request))
        for (const headers of [{}, ...broken]) {
          const exchange = { headers: { ...headers, origin }, rawBody: '{' }
          const response = await subject.anonymous(request.method, request.path, exchange)
          expect(response, operation.id).toMatchObject(refusal('origin_not_allowed'))
        }
      }
    },
  },
  {
    title: 'every mutation with a session and the exact Origin passes both checks',
    holds: async (subject) => {
      const send = subject.as(ida)
      for (const operation of mutations.filter((mutation) => sessionOperations.includes(mutation))) {
        const { status, text } = await send(operation.method, pathOf(operation))
        // Refused later, because the id is unknown or the body is missing; `endOtherSessions` needs neither.
        expect([204, 400, 403, 404], `${operation.id}: ${status} ${text}`).toContain(status)
        expect(text, operation.id).not.toContain('origin_not_allowed')
      }
    },
  },
  {
    title: 'every read with a session 200s or 404s, whatever the Origin',
    holds: async (subject) => {
      const send = subject.as(ida)
      for (const operation of sessionOperations.filter(({ method }) => method === 'GET')) {
        for (const origin of [undefined, 'https://evil.test']) {
          const { status } = await send('GET', pathOf(operation), { headers: { origin } })
          // Sessions that the provider owns are not listed here.
          const isOffered =
            subject.method === 'email' || subject.ownSessions || !operation.errors.includes('not_found')
          expect(status, operation.id).toBe(operation.params || !isOffered ? 404 : 200)
        }
      }
    },
  },
]
