// Runs in CloudFront before its cache and before the answer leaves (CloudFront Functions, cloudfront-js-2.0; the import
// becomes constants, `export` is taken off). Pages are the app, as hosting.ts says; the app's router does the rest. The
// API never gets here, so its 404 stays a 404.
import { otherSegments, pageSegments } from '@cairn/web/hosting'

export function handler(event) {
  const request = event.request
  if (event.context.eventType === 'viewer-response') {
    // CloudFront shows the request as the browser sent it, or as it was changed below: its documentation leaves it open.
    if (isUnknownPage(request) || request.headers[unknownPageHeader] !== undefined) {
      event.response.statusCode = 404
      event.response.statusDescription = 'Not Found'
    }
    return event.response
  }
  delete request.headers[unknownPageHeader]
  if (isUnknownPage(request)) request.headers[unknownPageHeader] = { value: '1' }
  else if (!isPage(request)) return request
  request.uri = '/index.html'
  return request
}

const unknownPageHeader = 'x-unknown-page'

function isPage(request) {
  return request.uri === '/' || pageSegments.indexOf(request.uri.split('/')[1]) !== -1
}

/**
 * An address that a browser navigates to, and that is none of the app's. One with an extension may be a file: which there
 * are, only the bucket knows.
 */
function isUnknownPage(request) {
  const segments = request.uri.split('/')
  if (isPage(request) || otherSegments.indexOf(segments[1]) !== -1) return false
  if (segments[segments.length - 1].indexOf('.') !== -1) return false
  return /\btext\/html\b/i.test(request.headers.accept ? request.headers.accept.value : '')
}
