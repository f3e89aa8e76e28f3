/** Every page that a person sees who is signed in. What opens on the pages is in other files. */
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { invite } from '../../../support/people/invite.ts'
import { type Browser as Session, signIn } from '../../../support/people/sign-in.ts'
import { createWorld } from '../../support/world.ts'
import { fillOrganization, wide } from './fill-organization.ts'
import { expectSoundStop, type Ids, type Stop, startWalk } from './stop.ts'

const world = createWorld()
let owner: Session
let newcomer: Session
let ids: Ids

beforeAll(async () => {
  const filled = await fillOrganization(world)
  owner = filled.owner
  newcomer = await signIn(world.service, { email: 'cleo@example.com', displayName: 'Κλειώ' })
  ids = {
    ...filled.ids,
    invitation: (await invite(newcomer, owner.email)).token,
    foreignInvitation: (await invite(owner, 'eli@example.com')).token,
  }
})

const longNames = { name: 'Ω'.repeat(100), host: `${'w'.repeat(60)}.${'w'.repeat(60)}.example.com` }

const tool: OAuthProgram = {
  name: 'Εργαλείο',
  host: 'tool.example.com',
  isVerified: true,
  isLoopback: false,
}

const grant = {
  organizationId: '7b0f3c8e-0000-4000-8000-000000000001',
  scopes: ['goals:read', 'goals:write', 'goals:read:all', 'goals:write:all', 'labels:read', 'labels:write'],
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2127-02-20T10:00:00.000Z',
}

const grants = [true, false].map((isVerified, index) => ({
  ...grant,
  id: `7b0f3c8e-0000-4000-8000-00000000001${index}`,
  program: { ...tool, ...longNames, isVerified },
}))

const pages: Stop[] = [
  { name: 'an unknown page', path: '/nothing' },
  { name: 'home', path: '/home' },
  { name: 'the goal list', path: '/goals' },
  { name: 'goals as cards', path: '/goals?look=cards' },
  { name: 'goals as a tree', path: '/goals?look=tree' },
  { name: 'a filtered tree', path: '/goals?look=tree&health=off_track' },
  { name: 'goals on a timeline', path: '/goals?look=timeline' },
  { name: 'goals by due date', path: '/goals?group=due' },
  { name: 'the goal list with filters', path: '/goals?status=active,paused&health=off_track' },
  { name: 'no matching goals', path: `/goals?q=${wide(200)}` },
  { name: 'no goals of a status', path: '/goals?status=archived' },
  { name: 'a goal', path: '/goals/<goal>' },
  { name: 'a goal with goals below it', path: '/goals/<parent>' },
  { name: 'a goal with goals above and before it', path: '/goals/<child>' },
  { name: 'a new goal', path: '/goals/new' },
  { name: 'a new goal from a template', path: '/goals/new?template=number' },
  { name: 'a question that is gone', path: '/goals/<child>?question=<goal>' },
  { name: 'agents', path: '/agents' },
  { name: 'what was used in a quarter', path: '/agents?period=quarter&show=costMicros' },
  { name: 'labels', path: '/labels' },
  { name: 'the review of the team', path: '/home?scope=all' },
  { name: 'watched goals', path: '/home?scope=watched' },
  { name: 'the inbox', path: '/inbox' },
  { name: 'all of the inbox', path: '/inbox?show=all' },
  { name: 'the feed', path: '/feed' },
  { name: 'work in the feed', path: '/feed?show=work' },
  { name: 'people in the feed', path: '/feed?show=people' },
  { name: 'labels in the feed', path: '/feed?show=labels' },
  { name: 'the overview', path: '/overview' },
  { name: 'the account', path: '/settings/account' },
  { name: 'security', path: '/settings/security' },
  { name: 'notifications', path: '/settings/notifications' },
  {
    name: 'agents and programs with long names',
    path: '/settings/agents',
    prepare: (page) =>
      page.route('**/v1/oauth/grants*', (route) => route.fulfill({ json: { grants, nextCursor: null } })),
    open: (page) => page.getByRole('listitem').filter({ hasText: longNames.host }).nth(1).waitFor(),
  },
  { name: 'the organization', path: '/settings/organization' },
  { name: 'the members', path: '/settings/members' },
  { name: 'templates', path: '/settings/templates' },
  { name: 'API tokens', path: '/settings/api-tokens' },
  { name: 'webhooks', path: '/settings/webhooks' },
  { name: 'a webhook', path: '/settings/webhooks/<webhook>' },
  { name: 'the audit log', path: '/settings/audit' },
  { name: 'an audit log without entries', path: '/settings/audit?kind=grant&from=2026-01-01' },
  { name: 'the appearance', path: '/settings/appearance' },
  { name: 'unknown settings', path: '/settings/nothing' },
  { name: 'no program that waits', path: '/authorize' },
  { name: 'an invitation', path: '/invitations/<invitation>' },
  { name: 'an incomplete link of an invitation', path: '/invitations/broken' },
]

/** Programs on the consent page. */
const consents: [name: string, program: Partial<OAuthProgram>, redirectHost?: string][] = [
  ['a program whose host vouches for it', {}],
  ['a program that gets access through another host', {}, 'other.example.com'],
  ['a verified program that returns to this computer', { isLoopback: true }, '127.0.0.1:9'],
  ['a program that nobody has verified', { isVerified: false }],
  ['a program with names as long as they may be', longNames, 'x'.repeat(200)],
]

const consentStops = consents.map(([name, program, redirectHost = 'tool.example.com'], index): Stop => {
  const consent = {
    id: String(index),
    program: { ...tool, ...program },
    redirectHost,
    scopes: ['goals:read'],
    expiresAt: '2126-11-20T10:00:00.000Z',
  }
  return {
    name,
    path: `/authorize?consent=${index}`,
    prepare: (page) =>
      page.route(`**/v1/oauth/consents/${index}`, (route) => route.fulfill({ json: { consent } })),
    open: (page) => page.getByRole('checkbox').waitFor(),
    otherTexts: 'The service describes scopes, in English.',
  }
})

/** A program on another device, on the page for its code. */
const device = {
  userCode: 'WDJB-MJHT',
  program: { name: 'cairn command', host: '', isVerified: false, isLoopback: false },
  scopes: ['goals:read', 'goals:write'],
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  userAgent: 'cairn-cli/0.0.0',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2126-11-20T10:10:00.000Z',
}
const devices: [name: string, device: object][] = [
  ['a program on another device', {}],
  [
    'a verified program on another device',
    { program: { ...tool, isLoopback: false }, address: null, userAgent: null },
  ],
  [
    'a program on another device with texts as long as they may be',
    { program: { ...device.program, name: longNames.name }, userAgent: 'x'.repeat(300) },
  ],
]
const deviceStops: Stop[] = [
  { name: 'the code of a device', path: '/device?user_code=wdjb-mjht', otherTexts: 'The form of a code.' },
  ...devices.map(
    ([name, more], index): Stop => ({
      name,
      path: `/device?user_code=${index}`,
      prepare: (page) =>
        page.route('**/v1/oauth/devices/preview', (route) =>
          route.fulfill({ json: { device: { ...device, ...more } } }),
        ),
      open: async (page) => {
        await page.locator('form button[type=submit]').click()
        await page.getByRole('checkbox').first().waitFor()
      },
      otherTexts: 'The service describes scopes, in English.',
    }),
  ),
]

describe('the walk of somebody with goals:', () => {
  let page: Page
  beforeAll(async () => {
    page = await startWalk(world, owner)
  })

  test.each([...pages, ...consentStops, ...deviceStops])('$name', (stop) => expectSoundStop(page, stop, ids))
})

const emptyPages: Stop[] = [
  { name: 'home', path: '/home' },
  { name: 'goals', path: '/goals' },
  { name: 'the overview', path: '/overview' },
  { name: 'no agents', path: '/settings/agents' },
  { name: 'nobody at work', path: '/agents' },
  { name: 'an invitation of somebody else', path: '/invitations/<foreignInvitation>' },
]

describe('the walk of somebody new:', () => {
  let page: Page
  beforeAll(async () => {
    page = await startWalk(world, newcomer)
  })

  test.each(emptyPages)('$name', (stop) => expectSoundStop(page, stop, ids))
})
