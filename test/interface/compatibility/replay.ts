/** Requests as clients of version 0.1 send them: the README's tour, and every operation of goals and labels. */
import type { HttpResponse, Send } from '../../support/requests/exchange.ts'
import type { createClock } from '../../support/service/clock.ts'

export type Recorded = { request: string; status: number; body: unknown }

type Body = {
  goal: { id: string }
  label: { id: string }
  update: { id: string }
  nextCursor: string
  user: { id: string }
}

/**
 * Sends the requests, each a second after the one before.
 *
 * @param send  With the session of a new organization's owner.
 */
export async function replay(send: Send, clock: ReturnType<typeof createClock>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    clock.advance({ milliseconds: 1_000 })
    const response: HttpResponse = await send(method, path, { body })
    const request = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…').replace(/cursor=[^&]*/, 'cursor=…')}`
    recorded.push({ request, status: response.status, body: response.body ?? null })
    return response.body as Body
  }

  // The README's tour.
  const { user } = await ask('GET', '/v1/auth/session')
  const { goal } = await ask('POST', '/v1/goals', {
    detailedDescription: 'Answer every support request within a day.',
    timeframe: { kind: 'deadline', targetDate: '2099-06-30' },
  })
  const path = `/v1/goals/${goal.id}`
  const first = { status: 'active', health: 'at_risk', details: 'Details.', expectedRevision: 1 }
  const ann = { ...first, summary: 'Down to two days', idempotencyKey: 'ann-1' }
  await ask('POST', `${path}/updates`, ann)
  await ask('POST', `${path}/updates`, { ...first, summary: 'Down to a day', idempotencyKey: 'ben-1' })
  await ask('POST', `${path}/updates`, ann)
  await ask('POST', `${path}/updates`, { ...ann, summary: 'Something else' })

  // Labels, and a goal with every field.
  const { label } = await ask('POST', '/v1/goal-labels', {
    name: 'Support',
    color: 'red',
    description: 'Ours',
  })
  const { label: second } = await ask('POST', '/v1/goal-labels', { name: 'another' })
  await ask('POST', '/v1/goal-labels', { name: 'SUPPORT' })
  await ask('GET', '/v1/goal-labels')
  await ask('GET', `/v1/goal-labels/${label.id}`)
  await ask('PATCH', `/v1/goal-labels/${label.id}`, { name: 'Help', description: null })
  const { goal: full } = await ask('POST', '/v1/goals', {
    title: 'Everything',
    detailedDescription: 'All **fields**.\n',
    timeframe: { kind: 'continuous' },
    ownerUserId: null,
    labelIds: [label.id, second.id],
    criteria: [
      { title: 'First', description: 'One' },
      { title: 'First', description: 'One' },
    ],
  })
  await ask('POST', '/v1/goals', { title: '', timeframe: { kind: 'x' }, criteria: [{ title: '' }] })
  await ask('POST', '/v1/goals', {
    detailedDescription: 'x',
    timeframe: { kind: 'continuous' },
    ownerUserId: 'nobody',
  })
  await ask('POST', '/v1/goals', {
    detailedDescription: 'x',
    timeframe: { kind: 'continuous' },
    labelIds: ['00000000-0000-4000-8000-000000000000'],
  })

  // Changes.
  await ask('GET', `/v1/goals/${full.id}`)
  await ask('PATCH', `/v1/goals/${full.id}`, {
    title: 'Changed',
    timeframe: { kind: 'unspecified' },
    ownerUserId: user.id,
    labelIds: [second.id],
    criteria: [{ title: 'Second', description: 'Two' }],
  })
  await ask('PATCH', `/v1/goals/${full.id}`, { status: 'paused' })
  await ask('PATCH', `/v1/goals/${full.id}`, {})
  await ask('POST', `/v1/goals/${full.id}/updates`, {
    ...ann,
    status: 'completed',
    health: null,
    evaluation: { result: 'met', asOf: '2099-03-01T12:00:00+02:00' },
    idempotencyKey: 'done',
  })
  await ask('POST', `/v1/goals/${full.id}/updates`, { ...ann, status: 'archived', idempotencyKey: 'bad' })

  // Lists.
  const pages: string[] = [
    '/v1/goals',
    '/v1/goals?status=active&health=at_risk',
    `/v1/goals?ownerUserId=${encodeURIComponent(user.id)}`,
    `/v1/goals?labelId=${second.id}`,
    '/v1/goals?status=paused',
    '/v1/goals?status=done',
    '/v1/goals?cursor=x',
    `${path}/updates`,
  ]
  for (const page of pages) await ask('GET', page)
  for (const list of ['/v1/goals', `${path}/updates`]) {
    const { nextCursor } = await ask('GET', `${list}?limit=1`)
    await ask('GET', `${list}?limit=1&cursor=${encodeURIComponent(nextCursor)}`)
  }

  // Deletion.
  await ask('DELETE', `/v1/goal-labels/${second.id}`)
  await ask('DELETE', `/v1/goals/${full.id}`)
  await ask('DELETE', `/v1/goal-labels/${second.id}`)
  for (const [method, suffix] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/updates'],
  ] as const) {
    await ask(method, `/v1/goals/${full.id}${suffix}`)
  }
  return recorded
}
