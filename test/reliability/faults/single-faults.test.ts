import { describeMatrix } from './support/describe-matrix.ts'

describeMatrix('once')
