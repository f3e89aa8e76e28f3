// Runs in CloudFront before each request to the API (CloudFront Functions, cloudfront-js-2.0; the build removes `export`).
// Reports the client's address to the functions. It replaces any value that the client sent.
export function handler(event) {
  const request = event.request
  request.headers['x-client-address'] = { value: event.viewer.ip }
  return request
}
