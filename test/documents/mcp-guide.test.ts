import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { agentProducts, agentScopes, serverNames } from '@cairn/contract/mcp/agent-setup'
import { allTools, doors } from '@cairn/contract/mcp/doors'
import { expect, it } from 'vitest'
import { createToken } from '../support/people/api-tokens.ts'
import { createGoal } from '../support/people/goals.ts'
import { signIn } from '../support/people/sign-in.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const guide = readFileSync(new URL('../../packages/contract/MCP.md', import.meta.url), 'utf8')
const [, command = ''] = /```sh\n(.*?)```/s.exec(guide) ?? []
const service = stopAfterFile(await startTestService())

it('the guide names every door and every tool', () => {
  const paths = Object.values(doors).map(({ endpoint }) => endpoint.path)
  const named = [...guide.matchAll(/^\| `([\w/]+)` \|/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual([...allTools.map(({ name }) => name), ...paths].sort())
})

it('the guide has the settings that the web app shows', () => {
  const address = 'https://cairn.example.com/mcp'
  const asking = agentProducts(address).filter(({ id }) => id !== 'other')
  const withToken = agentProducts(address, 'cairn_…').filter(({ id }) => id === 'other')
  for (const { id, name, file, code } of [...asking, ...withToken]) {
    expect(guide, id).toContain(`\n${code}\n\`\`\``)
    if (name !== undefined)
      expect(guide).toContain(file === undefined ? `**${name}**` : `**${name}**, in \`${file}\``)
  }
  expect(guide).toContain(`\`${serverNames.work}\``)
  for (const scope of agentScopes) expect(guide).toContain(`\`${scope}\``)
})

it('its command shows what needs the caller', async () => {
  const ann = await signIn(service, { email: 'ann@example.com', displayName: 'Ann' })
  const goal = await createGoal(ann)
  const { secret } = await createToken(ann, ['goals:read'])
  const environment = { ...process.env, ORIGIN: service.origin, CAIRN_TOKEN: secret }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: environment })
  expect(JSON.parse(stdout)).toMatchObject({
    result: { structuredContent: { goals: [expect.objectContaining({ id: goal.id })] } },
  })
})
