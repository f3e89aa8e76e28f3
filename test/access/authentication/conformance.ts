/**
 * The behaviors that every authentication provider must have, and the adapter that runs them against a provider.
 * `packages/lambda/src/auth/README.md` explains how to write an adapter.
 */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { originBehaviors } from './conformance/origins.ts'
import { productBehaviors } from './conformance/product.ts'
import { redirectBehaviors } from './conformance/redirects.ts'
import { sessionBehaviors } from './conformance/sessions.ts'
import type { Behavior, Person, ProviderAdapter, Subject } from './support/provider-under-test.ts'
import { createSend, withHeaders } from './support/send.ts'

const behaviors: Behavior[] = [
  ...sessionBehaviors,
  ...originBehaviors,
  ...redirectBehaviors,
  ...productBehaviors,
]

/** Runs every behavior against a provider. */
export function testProvider({ name, start }: ProviderAdapter): void {
  describe(name, () => {
    let subject: Subject
    beforeAll(async () => {
      const provider = await start()
      const anonymous = createSend(provider.origin)
      const as = (person: Person) =>
        withHeaders(anonymous, (request) => provider.credentialOf(person, request))
      subject = { ...provider, anonymous, as }
    })
    afterAll(() => subject.stop())

    it.each(behaviors.map(({ title, holds }) => [title, holds] as const))('%s', (_, holds) => holds(subject))
  })
}
