/**
 * Rules of the addresses of webhooks. The form of the URL is checked when an administrator saves it, and again with every delivery,
 * because the setting may have changed. What its name resolves to is checked when the service connects.
 *
 * The URL is parsed once, as browsers parse it (WHATWG URL), and the connection is made to the parsed host: an address in
 * decimal, octal, hexadecimal or short form is the address that it stands for, in the check and in the connection.
 */
import { isIP } from 'node:net'
import { ServiceError } from '@cairn/contract/errors/errors'
import { hasUserInfo, isMisleadingAddress } from '@cairn/contract/http/web-addresses'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'

/** `public`: the internet, by https. `loopback`: this machine too, also by http. */
export const webhookTargets = ['public', 'loopback'] as const
export type WebhookTargets = (typeof webhookTargets)[number]

export type WebhookTarget = {
  url: URL
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** Whether the service may connect to this address for the URL. */
  allows(address: string): boolean
}

/** Names that mean something only on this machine or in its network (RFC 6761, 6762, 7686, 8375; ICANN for `internal`). */
const localNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/**
 * Receivers use 443 or a port of their own. Below 1024 are well-known services that are no webhook receivers, such as SSH and
 * mail, and this service must not knock there for others.
 */
const firstUnreservedPort = 1024

/** Returns the target of a URL, or a sentence that says why it is refused. */
export function webhookTargetOf(text: string, targets: WebhookTargets): WebhookTarget | string {
  if (isMisleadingAddress(text)) return 'Remove spaces, backslashes and invisible characters.'
  const url = URL.parse(text)
  if (!url) return 'Use a full URL, such as https://example.com/hooks.'
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || targets === 'public')) {
    return 'Use an https URL.'
  }
  if (hasUserInfo(url)) return 'Remove the user and password. Deliveries are signed.'
  if (text.includes('#')) return 'Remove the part from # on.'
  const port = url.port === '' ? (defaultPorts[url.protocol] ?? 0) : Number(url.port)
  if (port < firstUnreservedPort && port !== defaultPorts[url.protocol]) {
    return `Use port ${defaultPorts[url.protocol]} or one from ${firstUnreservedPort} to 65535.`
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isLoopback = isLoopbackAddress(host) || /^localhost$/.test(host)
  if (isLoopback && targets === 'loopback') return { url, host, port, allows: isLoopbackAddress }
  if (url.protocol === 'http:') return 'Use an https URL. Only loopback addresses may use http.'
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host)) {
    return 'Use an address on the public internet.'
  }
  return { url, host, port, allows: isPublicAddress }
}

/** Whether a name can be one of the public internet. A single label would be looked up in the domain of the network. */
function isPublicName(host: string): boolean {
  return /^[^.]+(?:\.[^.]+)+$/.test(host) && !localNames.test(host)
}

/**
 * Checks the URL of a request.
 * @throws `invalid_webhook_url` with the reason.
 */
export function requireWebhookTarget(text: string, targets: WebhookTargets): void {
  const target = webhookTargetOf(text, targets)
  if (typeof target === 'string') throw new ServiceError('invalid_webhook_url', target)
}
