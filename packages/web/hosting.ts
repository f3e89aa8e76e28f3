/**
 * How the built app is to be served, whoever serves it: which paths are pages, and with which headers. Read by the
 * local service and by the deployment.
 */

/** Where `npm run build` puts the app. */
export const distDirectory = new URL('dist/', import.meta.url)

/** First path segments of the pages. */
export const pageSegments = [
  'sign-in',
  'verify-email',
  'invitations',
  'home',
  'account',
  'goals',
  'labels',
  'settings',
] as const

/** First path segments of what is there for programs, or for the pages themselves. */
export const otherSegments = ['v1', 'health', 'openapi.json', 'assets'] as const

const startsWithOneOf = (segments: readonly string[], path: string) =>
  segments.some((segment) => segment === path.split('/')[1])

/** Whether `path` is a page: it gets index.html, and the app's router does the rest. */
export function isPage(path: string): boolean {
  return path === '/' || startsWithOneOf(pageSegments, path)
}

/**
 * Whether a person opened an unknown address: a browser that navigates asks for HTML. It gets index.html too, with
 * status 404; the app says that there is no such page. Programs keep the API's error.
 */
export function isUnknownPage(path: string, accept: string | undefined): boolean {
  return !isPage(path) && !startsWithOneOf(otherSegments, path) && /\btext\/html\b/i.test(accept ?? '')
}

/**
 * Everything comes from our own origin. No inline script, no `eval`, no style elements or attributes: what
 * components set on elements goes through the CSSOM, which the policy leaves alone.
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
  // Pages carry tokens in their addresses (invitations): no other site is told where a visitor came from.
  'referrer-policy': 'no-referrer',
}

/** Names in /assets change with their content. */
export function cacheControlOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

export function contentTypeOf(path: string): string {
  return contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

export type Coding = 'br' | 'gzip'

/** Where the build puts a file's compressed forms: beside it, under its name with this at the end. */
export const compressedSuffixes: Record<Coding, string> = { br: '.br', gzip: '.gz' }

/** Fonts are compressed already. */
export function isCompressible(path: string): boolean {
  return /\.(?:css|html|js|svg)$/.test(path)
}
