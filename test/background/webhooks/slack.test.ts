import { randomUUID } from 'node:crypto'
import { verifyWebhook } from '@cairn/client'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { reported, startDeliveryWorld } from './support/delivery-world.ts'

/** Messages in the format of Slack's incoming webhooks. */

const world = stopAfterFile(await startDeliveryWorld())
const { ada, bob, receiver, clock, service } = world
await join(ada, bob)
const { secret } = await world.createWebhook({ format: 'slack' })
const goal = { id: randomUUID(), title: 'Halve the paper' }
const { origin } = service

async function messageOf(changes: object) {
  const event = { ...reported(goal, ada.userId, clock.timestamp), ...changes } as Event
  await world.append([event])
  await world.deliver()
  return JSON.parse(receiver.messages.at(-1)?.body ?? '')
}
const linkedIn = (message: { blocks: { text: { text: string } }[] }) => message.blocks[0]?.text.text

it('says who did what in one sentence, with a link to the goal', async () => {
  const message = await messageOf({})
  expect(message).toEqual({
    text: 'Ada moved *Halve the paper* to At risk: two days late',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `Ada moved *<${origin}/goals/${goal.id}|Halve the paper>* to At risk: two days late`,
          verbatim: true,
        },
      },
    ],
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  })
})

it('is signed, and no message for the client', async () => {
  await messageOf({})
  const { headers = {}, body = '' } = receiver.messages.at(-1) ?? {}
  const refused = verifyWebhook({ secret, headers, body, now: clock.read() })
  await expect(refused).rejects.toMatchObject({ problem: 'wrong_body' })
})

it('names the API token that acted, and its user', async () => {
  const { id } = await createToken(ada)
  const { text } = await messageOf({ actor: { kind: 'client', id, runId: null } })
  expect(text).toMatch(/^\S.* for Ada moved \*Halve the paper\* to At risk: two days late$/)
})

it('links to no deleted goal', async () => {
  const message = await messageOf({ type: 'goal.deleted', data: { ownerUserId: null } })
  expect(linkedIn(message)).toBe('Ada deleted *Halve the paper*')
})

it.each<[string, object, string]>([
  [
    'label.created',
    { goal: null, data: { labelId: randomUUID(), name: 'Forest' } },
    'Ada created the label Forest',
  ],
  [
    'member.role_changed',
    { goal: null, data: { userId: 'proxy:bob', role: 'admin', previousRole: 'member' } },
    'Ada made Bob an admin',
  ],
  ['member.removed', { goal: null, data: { userId: 'proxy:zoe', role: 'member' } }, 'Ada removed a member'],
])('%s', async (type, changes, sentence) => {
  const message = await messageOf({ type, ...changes })
  expect(message.text).toBe(sentence)
  expect(linkedIn(message)).toBe(sentence)
})

it('shows what others wrote as text: no markup, no mention, no link', async () => {
  const event = reported(goal, ada.userId, clock.timestamp)
  const message = await messageOf({
    goal: { id: goal.id, title: '<!channel> *now*|<https://evil.test|x>' },
    data: { ...event.data, summary: '<@U1> `rm`\n> quote & _more_' },
  })
  const title = '&lt;!channel&gt; ∗now∗|&lt;https://evil.test|x&gt;'
  const summary = '&lt;@U1&gt; ˋrmˋ &gt; quote &amp; ＿more＿'
  expect(message.text).toBe(`Ada moved *${title}* to At risk: ${summary}`)
  expect(linkedIn(message)).toBe(`Ada moved *<${origin}/goals/${goal.id}|${title}>* to At risk: ${summary}`)
})

it('is signed too, and a test says that it is one', async () => {
  const { webhooks } = await ada.api.listWebhooks()
  await ada.api.testWebhook({ params: { webhookId: webhooks[0]?.id ?? '' } })
  const message = receiver.messages.at(-1)
  expect(message?.headers['webhook-signature']).toMatch(/^v1,/)
  expect(JSON.parse(message?.body ?? '').text).toBe('This is a test. The webhook works.')
})
