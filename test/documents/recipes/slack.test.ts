import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { startReceiver } from '../../support/requests/receiver.ts'
import { createTemporaryDirectory } from '../../support/service/child-process.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { recipes, runRecipe } from './support/run-recipe.ts'

/** The commands of `packages/contract/recipes/README.md` connect a webhook of Slack, and its message is one that is sent. */

const text = await readFile(`${recipes}README.md`, 'utf8')
const [, commands = ''] = /```sh\n(WEBHOOK.*?)```/s.exec(text) ?? []
const [, message = ''] = /```\n(Helpdesk.*?)\n```/s.exec(text) ?? []

const { service, ada } = await startWithAda()
const slack = stopAfterFile(await startReceiver())
const { directory, remove } = await createTemporaryDirectory()
afterAll(remove)

it('sends the test and what an agent reports', async () => {
  const { hostname } = new URL(service.origin)
  const [name = '', value = ''] = ada.cookie.split('=')
  // The format of Netscape, as `curl -c` writes it.
  await writeFile(`${directory}/ann.cookies`, [hostname, 'FALSE', '/', 'FALSE', '0', name, value].join('\t'))
  const script = commands.replace(/https:\/\/hooks\.slack\.com[^"]*/, slack.url)
  const { code, stderr } = await runRecipe('bash', ['-eo', 'pipefail', '-c', script], {
    environment: { CAIRN_ORIGIN: service.origin },
    directory,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })

  const { id: goalId } = await createGoal(ada, { title: 'Halve the paper' })
  const token = await createToken(ada, undefined, { kind: 'agent', name: 'Helpdesk bot' })
  await programWith(service, token).createGoalUpdate({
    params: { goalId },
    body: reportOf('two days late', { health: 'at_risk', runId: '4711' }),
  })
  await eventually(() => expect(slack.messages).toHaveLength(3))
  const texts = slack.messages.map(({ body }) => (JSON.parse(body) as { text: string }).text)
  expect(texts).toEqual([
    'This is a test. The webhook works.',
    'Ada published *Halve the paper*',
    message.replace('for Ann', 'for Ada'),
  ])
})
