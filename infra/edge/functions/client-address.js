// Runs in CloudFront before each request to the API (CloudFront Functions, cloudfront-js-2.0; `export` is taken off).
// Tells the functions who connected. What a client sends under this name is replaced.
export function handler(event) {
  const request = event.request
  request.headers['x-client-address'] = { value: event.viewer.ip }
  return request
}
