import { expect, it } from 'vitest'
import { startWithAda } from '../../support/people/start-with-ada.ts'
const { ada } = await startWithAda()
it('lists', async () => {
  console.log(JSON.stringify(await ada.api.listAuditEntries(),null,1))
})
