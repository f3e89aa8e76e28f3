import { expect, it } from 'vitest'
import { startWithAda } from '../../support/people/start-with-ada.ts'
const { ada } = await startWithAda()
it('lists', async () => {
  expect(await ada.api.listAuditEntries({ query: { kind: 'session', from: '2020-01-01T00:00:00Z' } })).toEqual({ entries: [], nextCursor: null })
})
