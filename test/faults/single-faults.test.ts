import { describeMatrix } from './support/describe-matrix.ts'

await describeMatrix('once')
