import { ObjectType } from 'type-graphql';
import { createBulkAnswerType, createBulkItemType } from '../../bulk/bulk.type.js';
import { Booking } from '../booking.entity.js';

@ObjectType({ simpleResolvers: true, description: 'What became of one item of a bulk mutation of bookings.' })
export class BulkBookingsItem extends createBulkItemType(Booking, 'booking') {}

@ObjectType({ simpleResolvers: true, description: 'What became of the items of a bulk mutation of bookings.' })
export class BulkBookings extends createBulkAnswerType(BulkBookingsItem) {}
