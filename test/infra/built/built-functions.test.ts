import { endpoints, type FunctionGroup, operationGroups } from '@cairn/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offeredOperations } from '../../support/operations/examples.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { recordsOf, withNewIds } from '../../support/table/table-stream.ts'
import {
  type BackgroundFunction,
  type Deployment,
  originHeader,
  startDeployment,
} from '../support/deployment.ts'
import { callEveryOperation } from '../support/every-operation.ts'
import { grantsOf } from '../support/granted-permissions.ts'
import { permissionsFor } from '../support/needed-permissions.ts'
import { createInboxItem, createOrphanedGoal } from '../support/orphaned-goal.ts'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'
import { createDueWork } from './support/due-work.ts'
import { haveWebhooksDelivered } from './support/webhook-work.ts'

/** Permissions that Lambda itself uses with the role of each function. */
const platformGrants = (logGroup: string) => [
  `logs:CreateLogStream ${logGroup}`,
  `logs:PutLogEvents ${logGroup}`,
  'xray:PutTelemetryRecords *',
  'xray:PutTraceSegments *',
]

/** Those for the source of a function, and for what it could not do. */
const sourceGrants: Record<BackgroundFunction, string[]> = {
  'goal-changes': [
    'dynamodb:DescribeStream stream',
    'dynamodb:GetRecords stream',
    'dynamodb:GetShardIterator stream',
    'dynamodb:ListStreams *',
    's3:ListBucket ParkedChanges',
    's3:PutObject ParkedChanges/*',
    'sqs:SendMessage CleanUpDeadLetters',
  ],
  'webhook-deliveries': [
    'sqs:DeleteMessage WebhookQueue',
    'sqs:GetQueueAttributes WebhookQueue',
    'sqs:ReceiveMessage WebhookQueue',
  ],
  due: ['sqs:SendMessage DueDeadLetters'],
}

let synthesized: Synthesized
let deployment: Deployment
let called: Set<string>

beforeAll(async () => {
  synthesized = synthesize(production, { functions: 'built' })
  deployment = await startDeployment(synthesized)
  called = await callEveryOperation(deployment).catch((error: unknown) => {
    // Only the functions' log lines contain the cause.
    const lines = [...deployment.functions.values()].flatMap(({ built }) => built.lines)
    throw new Error(lines.filter((line) => line.includes('"ERROR"')).join('\n'), { cause: error })
  })
}, synthLimit)

afterAll(async () => {
  await deployment?.stop()
})

const groups = [
  ...new Set([...Object.keys(operationGroups), ...endpoints.map(({ group }) => group)]),
] as FunctionGroup[]

describe('the built functions, without node_modules in reach', () => {
  it('serve every operation of the registry over HTTP', () => {
    expect([...called].sort()).toEqual(offeredOperations.map(({ id }) => id).sort())
  })

  it('refuse unknown routes and wrong methods in the error shape', async () => {
    const send = createSend(deployment)
    expect(await send('GET', '/v1/nothing')).toMatchObject(refusal('not_found'))
    expect(await send('GET', '/')).toMatchObject(refusal('not_found'))
    const wrongMethod = await send('POST', '/health')
    expect(wrongMethod).toMatchObject(refusal('method_not_allowed'))
    expect(wrongMethod.headers.get('allow')).toBe('GET')
  })

  // Before the test with wrong secrets, because a function fetches the secret at most once a minute.
  it('accept a rotated secret of the distribution, and the previous one', async () => {
    const [before, after] = [
      originHeader.value,
      'RotatedSecretOfLettersAndDigits0123456789abcdefghijklmnopqrstuvw',
    ]
    for (const { secrets, environment } of deployment.functions.values()) {
      const { Ref } = (environment.ORIGIN_VERIFY_SECRET_ARN ?? {}) as { Ref?: string }
      if (Ref !== undefined) secrets.rotate(`secret:${Ref}`, after)
    }
    try {
      for (const value of [before, after, before]) {
        originHeader.value = value
        for (const path of ['/health', '/v1/auth/config', '/v1/nothing']) {
          const { status } = await fetch(deployment.origin + path)
          expect(status, `${value} ${path}`).toBe(path === '/v1/nothing' ? 404 : 200)
        }
      }
    } finally {
      originHeader.value = before
    }
  })

  it.each([undefined, '', 'guessed'])(
    'refuse a request that bypasses the distribution, with %j',
    async (value) => {
      const secret = originHeader.value
      originHeader.value = value
      try {
        const send = createSend(deployment)
        for (const path of ['/health', '/v1/auth/config', '/v1/goals', '/v1/nothing']) {
          const response = await fetch(deployment.origin + path)
          expect(await response.json()).toMatchObject({ error: 'origin_not_allowed' })
          expect(response.status).toBe(403)
        }
        await expect(send('POST', '/v1/goals')).resolves.toMatchObject({ status: 403 })
      } finally {
        originHeader.value = secret
      }
    },
  )

  it('write one JSON line per request, with the operation and its metrics', () => {
    const lines = deployment.functionOf('goals').built.lines.map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({
        operation: 'createGoalUpdate',
        status: 201,
        latency: expect.any(Number),
        requestId: expect.any(String),
        _aws: expect.objectContaining({
          CloudWatchMetrics: [expect.objectContaining({ Namespace: 'Cairn/production' })],
        }),
      }),
    )
  })
})

describe('IAM', () => {
  const needsOf = (name: FunctionGroup | BackgroundFunction) => {
    const { engine, secrets, sqs, environment, logicalId } = deployment.functionOf(name)
    const secretGrants = [...secrets.requested].map(
      (id) => `secretsmanager:GetSecretValue ${id.replace(/^secret:(.*)[0-9A-F]{8}$/, '$1')}`,
    )
    // All emails are sent from one address, through its configuration set.
    const emailGrants =
      environment.EMAIL_DELIVERY === 'ses'
        ? ['identity example.com', 'configuration-set EmailConfigurationSet'].map(
            (resource) => `ses:SendEmail ${resource} if ${JSON.stringify(fromSentAddress())}`,
          )
        : []
    const logGroup = logicalId.replace(/Function[0-9A-F]{8}$/, 'Log')
    const sqsGrants = sqs.messages.map(({ queue }) => `sqs:SendMessage ${queue.replace(/[0-9A-F]{8}$/, '')}`)
    // Callers are counted in the table, and members of an organization for its limit, only after many requests (`rate-limits/`).
    const counting =
      environment.RATE_LIMITS === undefined ? [] : ['dynamodb:UpdateItem Table', 'dynamodb:Query gsi1']
    const needs = [
      ...engine.calls.flatMap(permissionsFor),
      ...counting,
      ...secretGrants,
      ...emailGrants,
      ...sqsGrants,
      ...platformGrants(logGroup),
      ...(name in sourceGrants ? sourceGrants[name as BackgroundFunction] : []),
    ]
    return [...new Set(needs)].sort()
  }
  /** The condition that allows the sender of every sent email, and no other. */
  const fromSentAddress = () => {
    const senders = deployment.ses.emails.map(({ FromEmailAddress }) => /<(.*)>$/.exec(FromEmailAddress)?.[1])
    const [address, ...others] = new Set(senders)
    expect([address, others]).toEqual(['no-reply@example.com', []])
    return { StringEquals: { 'ses:FromAddress': address } }
  }
  const grantsFor = (name: FunctionGroup | BackgroundFunction) =>
    grantsOf(synthesized, deployment.functionOf(name).logicalId)

  it.each(groups)('%s has exactly the permissions that its operations use', (group) => {
    expect(grantsFor(group)).toEqual(needsOf(group))
  })

  it('goal-changes has exactly the permissions that it uses', async () => {
    const { built } = deployment.functionOf('goal-changes')
    const { database } = deployment.table
    const everything = await recordsOf(database)
    expect(await built.invoke({ Records: everything })).toEqual({ batchItemFailures: [] })
    // Another page of each feed gives the one before a time to live.
    const events = everything.filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'event')
    expect(await built.invoke({ Records: events.map(withNewIds) })).toEqual({ batchItemFailures: [] })
    const goal = await createOrphanedGoal(deployment)
    const inboxItems = await createInboxItem(database, goal)
    expect(await inboxItems()).toHaveLength(1)
    expect(await built.invoke(goal.event)).toEqual({ batchItemFailures: [] })
    expect(await goal.records()).toEqual([])
    expect(await inboxItems()).toEqual([])
    expect(grantsFor('goal-changes')).toEqual(needsOf('goal-changes'))
  })

  it('due has exactly the permissions that it uses, to remind and to send the digest', async () => {
    const { built } = deployment.functionOf('due')
    const address = await createDueWork(deployment.table)
    const { ses } = deployment
    const before = ses.emails.length
    // The first sweep lets reminders wait, and the next one sends them.
    for (let sweeps = 0; sweeps < 3; sweeps++) await built.invoke({}, 55)
    const sent = ses.emails.slice(before)
    expect(sent.map(({ Destination }) => Destination.ToAddresses)).toEqual([[address], [address]])
    expect(grantsFor('due')).toEqual(needsOf('due'))
  })

  it('webhook-deliveries has exactly the permissions that it uses', async () => {
    const { built, sqs } = deployment.functionOf('webhook-deliveries')
    const { ses } = deployment
    const before = ses.emails.length
    const bodyOf = (organizationId: string) => JSON.stringify({ organizationId })
    const { address, organizationId } = await haveWebhooksDelivered(
      deployment.table,
      async (organizationId, milliseconds) => {
        const event = { Records: [{ messageId: 'message-1', body: bodyOf(organizationId) }] }
        expect(await built.invoke(event, milliseconds / 1_000)).toEqual({ batchItemFailures: [] })
      },
    )
    const sent = ses.emails.slice(before)
    expect(sent.map(({ Destination }) => Destination.ToAddresses)).toEqual([[address]])
    // Unfinished work comes again, in the group of its organization.
    expect(sqs.messages).toEqual([
      {
        queue: expect.stringMatching(/^WebhookQueue/),
        body: bodyOf(organizationId),
        group: organizationId,
      },
    ])
    expect(grantsFor('webhook-deliveries')).toEqual(needsOf('webhook-deliveries'))
  })

  it('has no wildcard actions, and a wildcard resource only if AWS supports no other', () => {
    for (const { logicalId } of deployment.functions.values()) {
      for (const grant of grantsOf(synthesized, logicalId)) {
        const [action = '', resource] = grant.split(' ')
        expect(action).not.toContain('*')
        if (resource === '*') expect(grant).toMatch(/^(xray:Put\w+|dynamodb:ListStreams) \*$/)
      }
    }
  })
})
