import {
  allowedHeaders,
  allowedMethods,
  exposedHeaders,
  permissionSeconds,
} from '@cairn/contract/http/headers/cross-origin'
import { isApex, transportSecuritySeconds } from '@cairn/contract/http/headers/transport-security'
import { pageHeaders } from '@cairn/web/hosting'
import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseHeadersCorsBehavior,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration, OwnDomain } from '../configuration/configuration.ts'

/** Whether a domain is an apex by its name, as on one machine, or because a zone is its own. */
export function isApexDomain({ name, hostedZone }: OwnDomain): boolean {
  return name === hostedZone?.name || isApex(name)
}

const transportOf = ({ domain }: Configuration) => ({
  contentTypeOptions: { override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.seconds(transportSecuritySeconds),
    includeSubdomains: !(domain && isApexDomain(domain)),
    override: true,
  },
})

/**
 * Lets pages of every origin read a response that does not say who may. Every response of a function says it, so this is for errors that
 * none sends: those of the gateway, and of functions that fail. They are the same for everybody.
 */
const openToAll: ResponseHeadersCorsBehavior = {
  accessControlAllowCredentials: false,
  accessControlAllowOrigins: ['*'],
  accessControlAllowMethods: [...allowedMethods],
  accessControlAllowHeaders: [...allowedHeaders],
  accessControlExposeHeaders: [...exposedHeaders],
  accessControlMaxAge: Duration.seconds(permissionSeconds),
  originOverride: false,
}

/** Headers of pages and files: those of the app's hosting rules, and transport security. */
export function createPageHeaders(scope: Construct, configuration: Configuration): ResponseHeadersPolicy {
  return createFileHeaders(scope, configuration, { id: 'PageHeaders', name: 'page-headers' })
}

/** Headers of the API's description, which pages of every origin may read. */
export function createDocumentHeaders(scope: Construct, configuration: Configuration): ResponseHeadersPolicy {
  return createFileHeaders(scope, configuration, {
    id: 'DocumentHeaders',
    name: 'document-headers',
    corsBehavior: openToAll,
  })
}

function createFileHeaders(
  scope: Construct,
  configuration: Configuration,
  { id, name, ...sharing }: { id: string; name: string; corsBehavior?: ResponseHeadersCorsBehavior },
): ResponseHeadersPolicy {
  const {
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': referrerPolicy,
    ...others
  } = pageHeaders
  if (referrerPolicy !== HeadersReferrerPolicy.NO_REFERRER) {
    throw new Error('referrer-policy must stay no-referrer: page URLs contain tokens.')
  }
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: accountWideName(scope, configuration, name),
    ...sharing,
    securityHeadersBehavior: {
      ...transportOf(configuration),
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
    },
  })
}

/** Headers of the API, for the few responses that the gateway itself sends. The functions send their own. */
export function createApiHeaders(scope: Construct, configuration: Configuration): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'ApiHeaders', {
    responseHeadersPolicyName: accountWideName(scope, configuration, 'api-headers'),
    corsBehavior: openToAll,
    securityHeadersBehavior: {
      ...transportOf(configuration),
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        override: false,
      },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
    },
    customHeadersBehavior: {
      customHeaders: [{ header: 'cache-control', value: 'no-store', override: false }],
    },
  })
}
