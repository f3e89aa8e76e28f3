/** Messages to webhooks of the format `standard`: one for each type of event, and that of a test. */
import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { timestamp } from '../src/schemas/common.ts'
import { event, eventDescriptions } from '../src/schemas/feed/events.ts'

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'The id of the event. A message that comes again has the same.',
    example: '3f0c1d9e-5b7a-4a1c-9d52-6a4e8f7b2c10',
    param: { id: 'WebhookId' },
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this attempt was made, in Unix seconds.',
    example: '1795168800',
    param: { id: 'WebhookTimestamp' },
  }),
  'webhook-signature': z.string().meta({
    description:
      'Signatures, separated by spaces: `v1,` and the HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64, with the bytes behind `whsec_` as the key. For 24 hours after a rotation there are two.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    param: { id: 'WebhookSignature' },
  }),
})

const responses = {
  '2XX': {
    id: 'MessageReceived',
    description: 'You have the message. Respond within 10 seconds, and do the work afterwards.',
  },
  '410': {
    id: 'WebhookGone',
    description: 'There is no receiver here any more. Cairn pauses the webhook.',
  },
  default: {
    id: 'MessageRefused',
    description: 'Any other response, or none: Cairn tries again for 3 days, with growing pauses.',
  },
}

const descriptions: Record<string, string> = {
  ...eventDescriptions,
  'webhook.test': 'An administrator tests the webhook.',
}

type EventSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>

const goalUrl = z
  .string()
  .nullable()
  .meta({ description: 'The page of the goal; `null` without a goal, or if it is gone.', format: 'uri' })

/** The event that a test sends, which is in no feed. */
function testEvent(schema: EventSchema): EventSchema {
  return schema.extend({ type: z.literal('webhook.test'), goal: z.null(), data: z.strictObject({}) })
}

/** Returns the document's `webhooks`. */
export function webhookMessages(): ZodOpenApiPathsObject {
  const { options } = event() as unknown as { options: EventSchema[] }
  const [first] = options
  return Object.fromEntries(
    [...options, ...(first ? [testEvent(first)] : [])].map((schema) => {
      const type = String(schema.shape.type.value)
      const description = descriptions[type]
      const name = type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())
      const message = z
        .strictObject({
          type: z.literal(type).meta({ description: 'What happened.' }),
          timestamp: timestamp(),
          data: schema.extend({ goalUrl }),
        })
        .meta({ id: `${name}Message`, description })
      return [
        type,
        {
          post: {
            operationId: `on${name}`,
            summary: description,
            description:
              'Sent to webhooks of the format `standard` that have chosen this type. Verify the signature before you believe a message.',
            tags: ['webhooks'],
            security: [],
            requestParams: { header: headers },
            requestBody: { required: true, content: { 'application/json': { schema: message } } },
            responses,
          },
        },
      ]
    }),
  )
}
