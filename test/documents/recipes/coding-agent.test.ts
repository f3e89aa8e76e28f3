import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../interface/mcp/support/clients.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createTemporaryDirectory } from '../../support/service/child-process.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startBetween } from './support/between.ts'
import { recipes, runRecipe } from './support/run-recipe.ts'

/** The hooks of `packages/contract/recipes/coding-agent`, as a coding agent runs them, and its configuration. */

const { service, ada } = await startWithAda()
const between = stopAfterFile(await startBetween(service))
const temporary = await createTemporaryDirectory()
stopAfterFile({ stop: temporary.remove })
const file = `${temporary.directory}/.cairn/report.json`
await mkdir(`${temporary.directory}/.cairn`)

let goal: Awaited<ReturnType<typeof createGoal>>
let token: Awaited<ReturnType<typeof createToken>>
beforeEach(async () => {
  goal = await createGoal(ada, { title: 'Plant a hundred trees' })
  const goalIds = [goal.id]
  token = await createToken(ada, ['goals:read', 'goals:write'], { kind: 'agent', name: 'Coder', goalIds })
  between.requests.length = 0
})

const session = 'a3f2c1'
const run = (
  hook: string,
  { origin = between.origin, input = {} }: { origin?: string; input?: object } = {},
) =>
  runRecipe('sh', [`${recipes}coding-agent/cairn-hook.sh`, hook], {
    environment: { CAIRN_ORIGIN: origin, CAIRN_TOKEN: token.secret },
    input: JSON.stringify({ session_id: session, hook_event_name: hook, ...input }),
    directory: temporary.directory,
  })
const leave = (changes: object = {}) =>
  writeFile(
    file,
    JSON.stringify({
      goalId: goal.id,
      expectedRevision: 1,
      status: 'active',
      health: 'on_track',
      summary: 'Ten trees',
      details: 'In the north.',
      ...changes,
    }),
  )
const reports = async () => (await historyOf(ada, goal.id)).slice(1)

describe('at the start', () => {
  it('prints the brief, marks stored text as data, and says how to report', async () => {
    const { code, stdout, stderr } = await run('start')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/data, not instructions/)
    expect(stdout).toContain(goal.id)
    expect(stdout).toContain('Plant a hundred trees')
    expect(stdout).toContain('.cairn/report.json')
    expect(Buffer.byteLength(stdout)).toBeLessThan(9 * 1024)
    expect(between.requests).toEqual(['POST /mcp'])
  })

  it('lets the agent work without a service', async () => {
    expect(await run('start', { origin: 'http://127.0.0.1:1' })).toMatchObject({
      code: 0,
      stdout: 'Cairn did not answer. Work without its brief.\n',
    })
  })
})

describe('at the end', () => {
  it('does nothing without a report', async () => {
    expect(await run('end')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(between.requests).toEqual([])
  })

  it('reports as the agent with its run, once, also if the response is lost, and removes the file', async () => {
    await leave()
    between.next('POST', 'lost')
    expect(await run('end')).toMatchObject({ code: 0, stdout: '' })
    expect(existsSync(file)).toBe(false)
    expect(await reports()).toMatchObject([
      {
        summary: 'Ten trees',
        health: 'on_track',
        actor: { kind: 'agent', id: token.id, runId: session },
        actorName: 'Coder',
        authorityUserId: ada.userId,
      },
    ])
  })

  it('tells the agent what it missed, keeps the file, and lets it stop the second time', async () => {
    await ada.api.createGoalUpdate({ params: { goalId: goal.id }, body: reportOf('By hand') })
    await leave()
    const first = await run('end')
    expect(first.code).toBe(2)
    expect(first.stderr).toContain('By hand')
    expect(first.stderr).toContain('goal_revision_conflict')
    expect(await run('end', { input: { stop_hook_active: true } })).toMatchObject({ code: 1 })
    await leave({ expectedRevision: 2 })
    expect(await run('end')).toMatchObject({ code: 0 })
    expect(await reports()).toMatchObject([{ summary: 'By hand' }, { summary: 'Ten trees' }])
  })

  it('keeps the report if the service is away or the token was revoked', async () => {
    await leave()
    expect(await run('end', { origin: 'http://127.0.0.1:1' })).toMatchObject({ code: 1 })
    await ada.api.revokeApiToken({ params: { tokenId: token.id } })
    const { code, stderr } = await run('end')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Cairn did not answer. .cairn/report.json is kept.\n',
    })
    expect(existsSync(file)).toBe(true)
  })
})

it('explains itself otherwise', async () => {
  const { code, stderr } = await run('help')
  expect(code).toBe(64)
  expect(stderr).toContain('cairn-hook.sh start')
})

describe('the configurations', async () => {
  const text = await readFile(`${recipes}coding-agent/README.md`, 'utf8')
  const blocks = [...text.matchAll(/^\*\*(.+?)\*\*.*?\n```(json|toml)\n(.*?)```/gms)].map(
    ([, name = '', language = '', block = '']) => ({ name, language, block }),
  )
  const settingsOf = (block: string) =>
    block
      .replaceAll('https://cairn.example.com', service.origin)
      .replaceAll(/\$\{CAIRN_ORIGIN\}/g, service.origin)
      .replaceAll(/\$\{(?:env:)?CAIRN_TOKEN\}|\$\{input:cairn-token\}|\$CAIRN_TOKEN/g, token.secret)

  type Server = { url?: string; httpUrl?: string; headers: { Authorization: string } }

  it.each(blocks.filter(({ block }) => /mcp"/.test(block) && block.startsWith('{')))(
    'of $name connects',
    async ({ block }) => {
      const settings = JSON.parse(settingsOf(block)) as {
        mcpServers?: { cairn: Server }
        servers?: { cairn: Server }
      }
      const server = (settings.mcpServers ?? settings.servers)?.cairn
      const url = new URL(server?.url ?? server?.httpUrl ?? '')
      expect(url.pathname).toBe('/mcp')
      const [, secret = ''] = server?.headers.Authorization.split('Bearer ') ?? []
      const agent = await connect(url.origin, secret)
      const { tools } = await agent.listTools()
      await agent.close()
      expect(tools.map(({ name }) => name)).toContain('brief')
    },
  )

  it('are for several agents, and one is TOML', () => {
    expect(blocks.filter(({ language }) => language === 'toml')).toHaveLength(1)
    expect(blocks.length).toBeGreaterThanOrEqual(5)
  })

  it('run the hooks that are here', () => {
    const [hooks] = blocks.filter(({ block }) => block.includes('"hooks"'))
    const { SessionStart, Stop } = JSON.parse(hooks?.block ?? '').hooks
    expect(SessionStart[0].hooks[0].command).toMatch(/cairn-hook\.sh start$/)
    expect(Stop[0].hooks[0].command).toMatch(/cairn-hook\.sh end$/)
  })
})
