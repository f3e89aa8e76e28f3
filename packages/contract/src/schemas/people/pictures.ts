import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'

/** The one type of pictures. Browsers make it from every other one. */
export const pictureType = 'image/webp'

/** Small enough for one record of the table, and enough for 256 × 256 pixels. */
export const maximumPictureBytes = 32 * 1024

/** The longest side in pixels. A few bytes can say that a picture is huge, and every browser that shows it would need the memory. */
export const maximumPictureSide = 512

/** The id of a picture follows from its content. Part of its address, so that browsers load each picture once. */
export const pictureId = lazy(() => z.string().regex(/^[0-9a-f]{32}$/))
