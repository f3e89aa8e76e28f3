/** The headers of requests and responses. They have ids, so that all operations refer to one description. */
import * as z from 'zod'
import {
  idempotencyKeyHeader,
  idempotencyKeyValue,
  replayedHeader,
} from '../src/http/headers/idempotency-key.ts'
import { organizationIdHeader, organizationIdValue } from '../src/http/headers/organization-header.ts'
import { type Operation, type OperationId, requiresOrigin } from '../src/index.ts'

const sessionHeaders = z.object({
  [organizationIdHeader]: organizationIdValue()
    .optional()
    .meta({ param: { id: 'OrganizationId' } }),
})

const creationHeaders = z.object({
  [idempotencyKeyHeader]: idempotencyKeyValue()
    .optional()
    .meta({ param: { id: 'IdempotencyKey' } }),
})

const originHeaders = z.object({
  Origin: z
    .string()
    .optional()
    .meta({
      description:
        'The origin of the web app. Browsers send it by themselves. A change without a token needs it, exactly as configured (`WEB_ORIGIN`); otherwise it is `origin_not_allowed`. Ignored with a token.',
      format: 'uri',
      example: 'https://cairn.example.com',
      param: { id: 'Origin' },
    }),
})

/** The headers of a request, besides its credential. Nothing if it needs none. */
export function requestHeadersOf(operation: Operation): { header?: z.ZodObject } {
  const shape = {
    ...(operation.credential !== 'none' && sessionHeaders.shape),
    ...(operation.repeated && creationHeaders.shape),
    ...(requiresOrigin(operation) && originHeaders.shape),
  }
  return Object.keys(shape).length > 0 ? { header: z.object(shape) } : {}
}

/** Of every response. */
const everyResponse = z.object({
  'X-Request-Id': z.string().meta({
    description:
      'The id of the request, which the log of the service has too. Name it when you ask for help.',
    examples: ['8f14e45f-ceea-467f-a8d5-7c1f2b3a4d5e'],
    header: { id: 'RequestId' },
  }),
  'Cache-Control': z.string().meta({
    description:
      '`no-store`, except for the few responses that are the same for everybody: those may be cached as it says.',
    examples: ['no-store'],
    header: { id: 'CacheControl' },
  }),
})

/** Of responses to a caller whose credential is verified. */
const limitHeaders = z.object({
  'RateLimit-Policy': z
    .string()
    .optional()
    .meta({
      description:
        "The caller's limits (draft-ietf-httpapi-ratelimit-headers): requests and writes in windows of 60 seconds, and the requests of all of its organization.",
      examples: ['"requests";q=3000;w=60, "writes";q=600;w=60, "organization";q=12600;w=60'],
      header: { id: 'RateLimitPolicy' },
    }),
  RateLimit: z
    .string()
    .optional()
    .meta({
      description: 'What is left of each limit (`r`), and the seconds until its window ends (`t`).',
      examples: ['"requests";r=2874;t=42, "writes";r=600;t=42, "organization";r=11012;t=42'],
      header: { id: 'RateLimit' },
    }),
})

const retryHeaders = z.object({
  'Retry-After': z
    .int()
    .min(0)
    .max(3_600)
    .meta({
      description: 'The seconds after which the request may succeed.',
      examples: [30],
      header: { id: 'RetryAfter' },
    }),
})

const replayHeader = z.object({
  [replayedHeader]: z
    .enum(['true'])
    .optional()
    .meta({
      description: 'Nothing was written: this is the response to an earlier request with the same key.',
      examples: ['true'],
      header: { id: 'IdempotencyReplayed' },
    }),
})

const locationHeader = z.object({
  Location: z.string().meta({
    description: 'Where the browser goes: an absolute URL.',
    format: 'uri',
    examples: ['https://cairn.example.com/home'],
    header: { id: 'Location' },
  }),
})

const setsSession =
  'The session cookie: `__Host-session`, or `session` on `http://localhost`; `HttpOnly; SameSite=Lax; Path=/`, and `Secure` with https.'
const clearsSession = 'Clears the session cookie.'

/** The purpose of the cookies of a success. */
const cookies: { [Id in OperationId]?: string } = {
  startLogin: 'Only with an OpenID provider: a cookie by which the return from it recognizes this browser.',
  login: `${setsSession} It lasts 30 days, or 14 days without use.`,
  completeLogin: `${setsSession} Only with an OpenID provider; a trusted proxy has sessions of its own.`,
  register: 'A cookie that lets the preview of the verification link recognize this browser, for 24 hours.',
  logout: clearsSession,
  deleteAccount: clearsSession,
  getAuthState: `${clearsSession} Only if the request had one that is not valid.`,
  endSession: 'Clears the session cookie if it is the session of this request that ended.',
}

function cookieHeader(description: string) {
  return z.object({
    'Set-Cookie': z
      .string()
      .optional()
      .meta({
        description,
        examples: ['__Host-session=EXAMPLE; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000'],
      }),
  })
}

/** The headers of a response of an operation. */
export function headersOf({ id, credential, repeated }: Operation, status: number): { headers: z.ZodObject } {
  const cookie =
    status < 400
      ? cookies[id as OperationId]
      : status === 401 && credential !== 'none'
        ? `${clearsSession} Only if the request had one that is no longer valid.`
        : undefined
  return {
    headers: z.object({
      ...everyResponse.shape,
      ...(credential !== 'none' && (status < 300 || status === 429) && limitHeaders.shape),
      ...((status === 429 || status === 503) && retryHeaders.shape),
      ...(status === 201 && (repeated || id === 'createGoalUpdate') && replayHeader.shape),
      ...(status === 302 && locationHeader.shape),
      ...(cookie !== undefined && cookieHeader(cookie).shape),
    }),
  }
}
