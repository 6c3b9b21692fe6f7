/* SPDX-License-Identifier: MIT */
/* See ranks.h: deliveries are messages in flight.  A short one is gone or there at once; a long one needs
 * both ranks. */
#include "sweep/mpi/ranks.h"

#include <stdlib.h>
#include <string.h>

bool hw_delivery_send(struct hw_delivery *delivery, struct hw_message *message, int rank, int tag)
{
    *delivery = (struct hw_delivery){.message = *message, .rank = rank, .tag = tag, .busy = true};
    memset(message, 0, sizeof *message);
    if (MPI_Isend(delivery->message.data, (int)delivery->message.size, MPI_BYTE, rank, tag, MPI_COMM_WORLD,
                  &delivery->request) == MPI_SUCCESS)
        return true;
    hw_delivery_free(delivery);
    return false;
}

bool hw_delivery_receive(struct hw_delivery *delivery, int rank)
{
    MPI_Status status;
    MPI_Message found;
    int there = 0, size = 0;

    memset(delivery, 0, sizeof *delivery);
    if (MPI_Improbe(rank, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &found, &status) != MPI_SUCCESS || !there)
        return false;
    delivery->rank = status.MPI_SOURCE;
    delivery->tag = status.MPI_TAG;
    if (MPI_Get_count(&status, MPI_BYTE, &size) == MPI_SUCCESS && size >= 0)
        delivery->message.data = malloc((size_t)size + 1);
    delivery->busy = delivery->message.data && MPI_Imrecv(delivery->message.data, size, MPI_BYTE, &found,
                                                          &delivery->request) == MPI_SUCCESS;
    if (delivery->busy)
        delivery->message.size = (size_t)size;
    else
        delivery->message.invalid = true;
    return true;
}

bool hw_delivery_is_done(struct hw_delivery *delivery)
{
    int done = 0;

    if (delivery->busy && MPI_Test(&delivery->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done)
        delivery->busy = false;
    return !delivery->busy;
}

void hw_delivery_free(struct hw_delivery *delivery)
{
    hw_message_free(&delivery->message);
    memset(delivery, 0, sizeof *delivery);
}
