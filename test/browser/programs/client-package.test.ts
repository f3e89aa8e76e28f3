import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildClient } from '@cairn/client/build/build'
import { expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { publishGoal } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('the client package runs in a browser, on the origin of the service', async () => {
  const ann = await world.person('Ann')
  const goal = await publishGoal(ann.api, 'Answer within a day.', { title: 'Support' })
  const { secret } = await createToken(ann)
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-client-'))
  const code = await readFile(path.join(await buildClient(folder), 'index.js'), 'utf8')
  await rm(folder, { recursive: true })
  const page = await world.open()
  await page.route('**/client.js', (route) => route.fulfill({ body: code, contentType: 'text/javascript' }))
  await page.goto('/sign-in')
  // As text: Vitest would replace the import of a function.
  const result = await page.evaluate(`(async (token, goalId) => {
    const { createCairnClient } = await import('/client.js')
    const cairn = createCairnClient({ origin: location.origin, token })
    const { revision } = await cairn.report(goalId, { summary: 'From a page', details: 'All of it.' })
    const titles = []
    for await (const { title } of cairn.goalSummaries()) titles.push(title)
    return { revision, titles, ...(await cairn.verify(goalId)) }
  })('${secret}', '${goal.id}')`)
  expect(result).toMatchObject({ revision: 2, titles: ['Support'], entries: 2, problems: [] })
})
