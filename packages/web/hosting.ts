/** How to serve the built app: which paths are pages, and their headers. The local service and the AWS deployment use it. */

/** The folder to which `npm run build` writes the app. */
export const distDirectory = new URL('dist/', import.meta.url)

/** First path segments of the pages. */
export const pageSegments = [
  'sign-in',
  'forgot-password',
  'reset-password',
  'verify-email',
  'unsubscribe',
  'invitations',
  'authorize',
  'device',
  'home',
  'account',
  'account-deleted',
  'goals',
  'overview',
  'agents',
  'feed',
  'inbox',
  'labels',
  'settings',
  'docs',
] as const

/** First path segments that are not pages: the API and the app's own files. */
export const otherSegments = [
  'v1',
  'health',
  'openapi.json',
  'llms.txt',
  'oauth',
  '.well-known',
  'assets',
] as const

const startsWithOneOf = (segments: readonly string[], path: string) =>
  segments.some((segment) => segment === path.split('/')[1])

/** Whether `path` is a page. Pages get index.html, and the app's router renders them. */
export function isPage(path: string): boolean {
  return path === '/' || startsWithOneOf(pageSegments, path)
}

/**
 * Whether a person opened an unknown address: a browser that navigates accepts HTML. The response is index.html with
 * status 404, and the app shows "Page not found". Programs get the API's JSON error.
 */
export function isUnknownPage(path: string, accept: string | undefined): boolean {
  return !isPage(path) && !startsWithOneOf(otherSegments, path) && /\btext\/html\b/i.test(accept ?? '')
}

/**
 * Everything comes from our own origin. No inline scripts, no `eval`, no style elements or attributes. Components set
 * styles through the CSSOM, which the policy allows.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // Invitation addresses contain tokens, so no other site may learn where a visitor came from.
  'referrer-policy': 'no-referrer',
}

/**
 * index.html names the picture that links show by its path, because the build does not know where the app will be. Programs that draw
 * such a preview need the whole address.
 *
 * @param origin  What browsers call the service, without a final slash.
 */
export function withShareImage(html: string, origin: string): string {
  return html.replace('property="og:image" content="/', () => `property="og:image" content="${origin}/`)
}

/** File names in /assets change with their content. */
export function cacheControlOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

export function contentTypeOf(path: string): string {
  return contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

export type Coding = 'br' | 'gzip'

/** The build writes compressed copies next to each file, with these suffixes. */
export const compressedSuffixes: Record<Coding, string> = { br: '.br', gzip: '.gz' }

/** Fonts are already compressed. */
export function isCompressible(path: string): boolean {
  return /\.(?:css|html|js|svg)$/.test(path)
}
