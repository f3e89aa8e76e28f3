// Runs in CloudFront before each request to the API (CloudFront Functions, cloudfront-js-2.0; the build removes `export`).
// Reports the client's address to the functions: it replaces any value that the client sent. Refuses a body that the gateway would
// refuse without the contract's error shape.
export function handler(event) {
  const request = event.request
  const length = request.headers['content-length']
  if (length !== undefined && Number(length.value) > maximumBodyBytes) {
    return {
      statusCode: 413,
      statusDescription: 'Payload Too Large',
      headers: {
        'content-type': { value: 'application/json' },
        'cache-control': { value: 'no-store' },
        'access-control-allow-origin': { value: '*' },
      },
      body: { encoding: 'text', data: JSON.stringify(tooLarge) },
    }
  }
  request.headers['x-client-address'] = { value: event.viewer.ip }
  return request
}

// The functions refuse bodies above 256 KiB themselves, after the credential. The gateway hands at most 6 MB to a function, with fields of
// its own.
const maximumBodyBytes = 4 * 1024 * 1024

const tooLarge = { error: 'payload_too_large', message: 'The body must be at most 256 KiB.' }
