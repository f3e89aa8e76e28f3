import { readFile } from 'node:fs/promises'
import { allOperations } from '@cairn/contract'
import { errorStatuses } from '@cairn/contract/errors/errors'
import { allTools } from '@cairn/contract/mcp/doors'
import { beforeAll, expect, it } from 'vitest'
import { connect } from '../interface/mcp/support/clients.ts'
import type { DoorPath } from '../interface/mcp/support/post.ts'
import { createToken } from '../support/people/api-tokens.ts'
import { startWithAda } from '../support/people/start-with-ada.ts'

/** `/llms.txt` is true: an agent can follow it from the address alone. */

const { service, ada } = await startWithAda()

const document = JSON.parse(await readFile('packages/contract/openapi.json', 'utf8'))

let response: Response
let text: string
beforeAll(async () => {
  response = await fetch(`${service.origin}/llms.txt`)
  text = await response.text()
})

it('is a short text in the form of llmstxt.org that every page may read', () => {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(text).toMatch(/^# Cairn\n\n> /)
  // Uploads to AWS name no character set.
  expect(text).toMatch(/^[\n\x20-\x7e]*$/)
  expect(Buffer.byteLength(text)).toBeLessThan(4_096)
})

it('links to what this service serves', async () => {
  const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)
  expect(links.map((link) => link.replace(service.origin, ''))).toEqual([
    '/mcp',
    '/mcp/work',
    '/.well-known/oauth-protected-resource/mcp',
    '/settings/agents',
    '/openapi.json',
    '/docs',
  ])
  for (const link of links) {
    const { status } = await fetch(link)
    // MCP takes POST only.
    expect([link, status]).toEqual([
      link,
      /\/mcp(?:\/work)?$/.test(link) && !link.includes('well-known') ? 405 : 200,
    ])
  }
})

it('names the tools that its endpoints list, and says which of them write', async () => {
  const { secret } = await createToken(ada)
  const listed = []
  for (const [, address = ''] of text.matchAll(/\[MCP endpoint[^\]]*\]\(([^)]*)\)/g)) {
    const { origin, pathname } = new URL(address)
    const agent = await connect(origin, secret, fetch, pathname as DoorPath)
    listed.push(...(await agent.listTools()).tools)
    await agent.close()
  }
  const named = [...text.matchAll(/^- `(\w+)`: (.*?)( \(writes\))?$/gm)]
  expect(named.map(([, name, title, writes]) => ({ name, title, writes: writes !== undefined }))).toEqual(
    listed.map(({ name, title, annotations }) => ({ name, title, writes: !annotations?.readOnlyHint })),
  )
})

it('names operations, tools, fields, headers and errors that exist', () => {
  const fields = Object.keys(document.components.schemas.CreateGoalUpdateRequest.properties)
  for (const [, name = ''] of text.matchAll(/`([^`]+)`/g)) {
    const operation = /^(GET|POST|PUT|PATCH|DELETE) (\/.*)$/.exec(name)
    if (operation) {
      const [, method, path] = operation
      expect(
        allOperations.some((each) => each.method === method && each.path === path),
        name,
      ).toBe(true)
    } else if (/^[a-z]+[A-Z]\w+$/.test(name)) expect(fields).toContain(name)
    else if (/^[a-z]+(_[a-z]+)*$/.test(name))
      expect([...allTools.map((tool) => tool.name), ...Object.keys(errorStatuses)]).toContain(name)
    else expect(['Authorization: Bearer <token>', 'Idempotency-Key', 'Retry-After']).toContain(name)
  }
})
