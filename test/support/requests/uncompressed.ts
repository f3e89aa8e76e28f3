/** For requests of tests about other things than compression: to compress and decompress takes longer than most requests. */
export const uncompressed = { 'accept-encoding': 'identity' }
