/** An agent that knows nothing but the address of `/mcp` connects with the official client, through the browser of a person. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGoal, newGoal } from '../../support/people/goals.ts'
import { createWorld } from '../support/world.ts'
import { type ListeningProgram, listenAsProgram } from './support/listening-program.ts'

const world = createWorld()
let program: ListeningProgram

beforeAll(async () => {
  program = await listenAsProgram(world.service.origin)
})

afterAll(() => program?.stop())

/** Keeps in memory what an agent stores. */
function createKeeper(redirectUrl: string) {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; address?: URL; discovery?: unknown } =
    {}
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Test agent',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'abc',
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens
    },
    invalidateCredentials: (scope: string) => {
      if (scope === 'tokens' || scope === 'all') kept.tokens = undefined
    },
    redirectToAuthorization: (address: URL) => {
      kept.address = address
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovery: unknown) => {
      kept.discovery = discovery
    },
    discoveryState: () => kept.discovery,
  } as unknown as OAuthClientProvider
  return { kept, provider }
}

test('connects, acts within what was allowed, refreshes, and is disconnected', async () => {
  const ann = await world.person('Ann')
  await createGoal(ann, { title: 'Plant a hundred trees' })
  const { origin } = world.service
  const { kept, provider } = createKeeper(program.redirectUri)
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider })
  const client = () =>
    new Client(
      { name: 'Test agent', version: '1.2.3' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )

  const first = transport()
  await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
  const page = await world.open(ann)
  await page.goto(String(kept.address))
  await page.getByText('A program that calls itself Test agent').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  await first.finishAuth(program.returned.at(-1) ?? new URLSearchParams())

  const agent = client()
  await agent.connect(transport())
  const found = await agent.callTool({ name: 'find_goals', arguments: {} })
  expect(JSON.stringify(found.structuredContent)).toContain('Plant a hundred trees')
  const refused = await agent.callTool({
    name: 'publish_goal',
    arguments: { title: 'No', ...newGoal },
  })
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining('insufficient_scope'),
  ])

  // The client refreshes when the access token no longer works.
  const before = kept.tokens as { access_token: string; refresh_token: string }
  kept.tokens = { ...before, access_token: 'cairnat_expired' }
  const later = client()
  await later.connect(transport())
  await later.callTool({ name: 'brief', arguments: {} })
  const after = kept.tokens as { access_token: string; refresh_token: string }
  expect(after.refresh_token).not.toBe(before.refresh_token)

  await page.goto(`${origin}/settings/agents`)
  await page.getByRole('button', { name: 'Disconnect Test agent' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
  await page.getByText('Waiting for your agent…').waitFor()
  kept.address = undefined
  await expect(later.callTool({ name: 'brief', arguments: {} })).rejects.toThrow(UnauthorizedError)
  // It can only ask again.
  expect(String(kept.address)).toContain('/oauth/authorize?')
  for (const one of [agent, later]) await one.close()
})
