// Runs in CloudFront before its cache (CloudFront Functions, cloudfront-js-2.0; `export` is taken off). A path whose
// last segment has no extension is a page: the app's router does the rest. The API never gets here, so its 404 stays
// a 404.
export function handler(event) {
  const request = event.request
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (lastSegment.indexOf('.') === -1) request.uri = '/index.html'
  return request
}
