import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { nameText, problem, timestamp, uuidOutput } from './common.ts'
import { eventType } from './feed/events.ts'

export const maximumWebhooksPerOrganization = 20
/** A receiver that takes longer to accept a delivery is slow. */
export const slowAnswerMilliseconds = 5_000
/** The old secret of a webhook also signs for this long after a rotation. */
export const secretOverlapHours = 24

/** `standard`: an event as JSON (standardwebhooks.com). `slack`: a message for an incoming webhook of Slack. */
export const webhookFormats = ['standard', 'slack'] as const
const webhookFormat = lazy(() => z.enum(webhookFormats))
export type WebhookFormat = (typeof webhookFormats)[number]

/**
 * `active`: events are delivered. `failing`: the last deliveries failed, or were accepted slowly, and attempts have growing pauses.
 * `paused`: nothing is delivered, until an administrator sets it to `active`.
 */
export const webhookStates = ['active', 'paused', 'failing'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Why a webhook is failing. `slow`: its receiver accepts deliveries, but takes too long. */
export const failingReasons = ['errors', 'slow'] as const
export type FailingReason = (typeof failingReasons)[number]

const webhookUrl = lazy(() =>
  z.string().trim().min(1, 'This field cannot be empty.').max(2_000, 'Use at most 2000 characters.').meta({
    format: 'uri',
    description:
      'An https address on the public internet, without a user or password. On one machine, http to loopback can be allowed by a setting.',
  }),
)

const types = lazy(() =>
  z
    .array(eventType())
    .min(1, 'Choose at least one type.')
    .refine(
      (values) => new Set(values).size === values.length,
      problem('List each type only once.', 'repeated'),
    )
    .meta({ uniqueItems: true }),
)

export const webhook = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      url: z.string(),
      description: z.string().nullable(),
      types: z.array(eventType()),
      format: webhookFormat(),
      state: z.enum(webhookStates).meta({
        description:
          '`failing`: five attempts in a row failed, or ten deliveries were accepted after more than 5 seconds without a quicker one in between. Attempts then have growing pauses. It is active again once a delivery is accepted within 5 seconds. `paused`: nothing is delivered until it is set to `active`.',
      }),
      pausedReason: z.enum(['administrator', 'failing', 'gone', 'creator_left']).nullable().meta({
        description:
          'Why it is paused: by an administrator, after it was failing for 3 days, because the receiver returned 410, or because who created it is no longer a member.',
      }),
      failingReason: z.enum(failingReasons).nullable().meta({
        description:
          'Why it is failing, or was paused after 3 days of it. `errors`: attempts failed. `slow`: the receiver accepted deliveries, but took more than 5 seconds. `null` if it is not.',
      }),
      failingSince: timestamp().nullable(),
      lastDeliveredAt: timestamp().nullable(),
      previousSecretExpiresAt: timestamp()
        .nullable()
        .meta({
          description: `Until then, the secret before the last rotation signs too, ${secretOverlapHours} hours.`,
        }),
      createdAt: timestamp(),
      createdByUserId: z.string(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'Webhook' }),
)
export type Webhook = z.infer<ReturnType<typeof webhook>>

const description = lazy(() => nameText(200).nullable())

export const createWebhookRequest = lazy(() =>
  z
    .strictObject({
      url: webhookUrl(),
      types: types().optional().meta({ description: 'Default: all types.' }),
      format: webhookFormat().default('standard'),
      description: description().optional(),
    })
    .meta({ id: 'CreateWebhookRequest' }),
)

export const updateWebhookRequest = lazy(() =>
  z
    .strictObject({
      url: webhookUrl(),
      types: types(),
      format: webhookFormat(),
      description: description(),
      state: z.enum(['active', 'paused']).meta({
        description: 'Events that happened while it was paused are delivered once it is active again.',
      }),
    })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateWebhookRequest', minProperties: 1 }),
)

export const webhookResponse = lazy(() =>
  z.strictObject({ webhook: webhook() }).meta({ id: 'WebhookResponse' }),
)

/** A webhook with its new secret. */
export const webhookSecretResponse = lazy(() =>
  z
    .strictObject({
      webhook: webhook(),
      secret: z.string().meta({
        description:
          'Starts with `whsec_`. Signs every delivery (Standard Webhooks). It is returned only in this response.',
      }),
    })
    .meta({ id: 'WebhookSecretResponse' }),
)

/** Delivered, waiting for its next attempt, or given up. */
export const deliveryStates = ['delivered', 'pending', 'failed'] as const

const attempt = lazy(() =>
  z
    .strictObject({
      at: timestamp(),
      durationMilliseconds: z.int(),
      statusCode: z.int().nullable().meta({ description: 'Of the response; `null` without one.' }),
      error: z.string().nullable().meta({
        description:
          'Why the attempt failed, such as `timed out`, `status 500` or `no public address`; `null` if it succeeded.',
      }),
    })
    .meta({ id: 'WebhookAttempt' }),
)
export type WebhookAttempt = z.infer<ReturnType<typeof attempt>>

export const webhookDelivery = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      eventId: uuidOutput().meta({ description: 'The `webhook-id` header, the same in every attempt.' }),
      type: z.union([eventType(), z.literal('webhook.test')]),
      goal: z.strictObject({ id: uuidOutput(), title: z.string() }).nullable(),
      state: z.enum(deliveryStates),
      attempts: z.array(attempt()).meta({ description: 'The last 10, newest first.' }),
      attemptCount: z.int(),
      nextAttemptAt: timestamp().nullable(),
      createdAt: timestamp(),
    })
    .meta({ id: 'WebhookDelivery' }),
)
export type WebhookDelivery = z.infer<ReturnType<typeof webhookDelivery>>

export const webhookDeliveryResponse = lazy(() =>
  z.strictObject({ delivery: webhookDelivery() }).meta({ id: 'WebhookDeliveryResponse' }),
)
