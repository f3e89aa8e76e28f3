// Runs in CloudFront before its cache and before the response (CloudFront Functions, cloudfront-js-2.0; the build turns the
// import into constants and removes `export`). Serves the app for pages, by the rules of hosting.ts; its router does the rest.
// Requests to the API do not pass here, so its 404 stays a 404.
import { otherSegments, pageSegments } from '@cairn/web/hosting'

export function handler(event) {
  const request = event.request
  if (event.context.eventType === 'viewer-response') {
    // The request here may be the browser's or the one changed below: CloudFront's documentation does not say which.
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
 * Whether a browser navigates to an address that is not a page of the app. An address with an extension may be a file; only the
 * bucket knows.
 */
function isUnknownPage(request) {
  const segments = request.uri.split('/')
  if (isPage(request) || otherSegments.indexOf(segments[1]) !== -1) return false
  if (segments[segments.length - 1].indexOf('.') !== -1) return false
  return /\btext\/html\b/i.test(request.headers.accept ? request.headers.accept.value : '')
}
