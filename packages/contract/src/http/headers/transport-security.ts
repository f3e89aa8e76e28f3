/** How long browsers use only HTTPS for the service, in seconds: two years. */
export const transportSecuritySeconds = 63_072_000

/**
 * Returns whether a host name is an apex, such as `example.com` or `example.co.uk`. Its subdomains belong to other services, which need
 * not have certificates, so a promise of HTTPS must not include them. The list of public suffixes is larger, but 250 KB.
 */
export function isApex(host: string): boolean {
  const labels = host.split('.')
  const isUnderCountry =
    labels.length === 3 && /^(?:ac|co|com|edu|gob|gov|net|ne|or|org)$/.test(labels[1] ?? '')
  return labels.length <= 2 || (isUnderCountry && labels[2]?.length === 2)
}

/** Returns `Strict-Transport-Security` of a service at this origin. Without one, subdomains are left out. */
export function strictTransportSecurity(webOrigin: string | undefined): string {
  const { hostname = '' } = URL.parse(webOrigin ?? '') ?? {}
  return `max-age=${transportSecuritySeconds}${isApex(hostname) ? '' : '; includeSubDomains'}`
}
